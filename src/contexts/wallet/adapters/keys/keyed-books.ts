import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { insertNew } from '../../../../platform/database/insert-new.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { nextLink, UNKEYED } from '../../domain/hash-chain.js';
import type { HeadRecord } from '../ledger-records.js';
import { DerivedChainKeys } from './derived-chain-keys.js';

/** Prepares a database for batches under the current key. */
@Injectable()
export class KeyedBooks {
  constructor(
    private readonly database: Database,
    private readonly keys: DerivedChainKeys,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Stores the current key, and closes a chain from before there were keys with one keyed batch. */
  async prepare(): Promise<void> {
    const { id, sealed } = this.keys.stored(this.keys.current);
    await insertNew(this.database, 'ledger_key', ['id', 'sealed', 'recorded'], [[id, sealed, this.clock.now()]]);
    if (!(await this.isUnkeyed())) return;
    const batchNo = await this.database.transaction(() => this.close());
    if (batchNo !== undefined) this.log.info('the hash chain is keyed from now on', { batchNo });
  }

  private async isUnkeyed(): Promise<boolean> {
    const sql =
      'SELECT b.batch_no FROM ledger_head h JOIN ledger_batch b ON b.batch_no = h.batch_no WHERE h.id = 1 AND b.key_id = ?';
    return (await this.database.rows(sql, [UNKEYED])).length > 0;
  }

  /** A batch without journals: its hash holds the chain so far. */
  private async close(): Promise<number | undefined> {
    const lock = this.database.dialect === 'mysql' ? 'FOR UPDATE' : '';
    const [head] = await this.database.rows<HeadRecord>(`SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1 ${lock}`);
    // Another process may have closed it meanwhile.
    if (!head || !(await this.isUnkeyed())) return undefined;
    const { current } = this.keys;
    const batchNo = head.batch_no + 1;
    const hash = nextLink(current, head.hash, batchNo, []);
    await this.database.rows('INSERT INTO ledger_batch (batch_no, journals, hash, recorded, key_id) VALUES (?, 0, ?, ?, ?)', [
      batchNo,
      hash,
      head.recorded,
      current.id,
    ]);
    await this.database.rows('UPDATE ledger_head SET batch_no = ?, hash = ? WHERE id = 1', [batchNo, hash]);
    return batchNo;
  }
}
