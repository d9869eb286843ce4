import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { FileStorage } from '../../../kernel/storage.js';
import { Database } from '../../../platform/database/database.js';
import { isDuplicate } from '../../../platform/database/errors.js';
import { type ArchiveLimits, LedgerArchive } from '../application/archive-ledger.js';
import { type ArchivePart, indexText, type PartIndex } from '../domain/archive-part.js';
import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import { LedgerArchiveRow } from '../../adapters/typeorm/ledger.rows.js';
import { PostingArchive } from './posting-archive.js';

/** Rows in one statement, so that commits do not wait for long. */
const REMOVED_AT_ONCE = 2_000;

@Injectable()
export class SqlLedgerArchive extends LedgerArchive {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly archived: PostingArchive,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** By binary search: times do not decrease along the chain, and have no index. */
  async limits(time: number): Promise<ArchiveLimits> {
    const [{ head }] = (await this.database.rows('SELECT batch_no AS head FROM ledger_head WHERE id = 1')) as [{ head: number }];
    let [before, from] = [0, head + 1];
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      const [batch] = await this.database.rows<{ recorded: number }>('SELECT recorded FROM ledger_batch WHERE batch_no = ?', [
        middle,
      ]);
      if (!batch) throw new Error(`batch ${middle} of the ledger is missing: run ledger:verify`);
      if (batch.recorded < time) before = middle;
      else from = middle;
    }
    const [slowest] = await this.database.rows<{ batch: number | null }>('SELECT MIN(batch_no) AS batch FROM journal_cursor');
    return { lastBefore: before, head, consumed: (slowest?.batch ?? head + 1) - 1 };
  }

  parts(): Promise<readonly ArchivePart[]> {
    return this.archived.partsOf(this.database);
  }

  async firstInTable(): Promise<number | undefined> {
    const sql = 'SELECT batch_no AS batchNo FROM posting ORDER BY batch_no, line LIMIT 1';
    return (await this.database.rows<{ batchNo: number }>(sql))[0]?.batchNo;
  }

  async requireIntact(part: ArchivePart): Promise<void> {
    await this.archived.postingsOf(this.database, part);
  }

  async listMissing(): Promise<readonly ArchivePart[]> {
    const missing: ArchivePart[] = [];
    for (const part of await this.parts()) if (!(await this.archived.isStored(part))) missing.push(part);
    return missing;
  }

  write(part: ArchivePart, bytes: Buffer): Promise<void> {
    return this.storage.put(part.storageKey, bytes);
  }

  readBack(part: ArchivePart, index: PartIndex): Promise<readonly StoredPosting[]> {
    return this.archived.readBack(part, index);
  }

  async record(part: ArchivePart, index: PartIndex): Promise<void> {
    try {
      const row = { ...part, index: indexText(index), createdAt: this.clock.now() };
      await this.database.repository(LedgerArchiveRow).insert(row);
    } catch (error) {
      throw isDuplicate(error) ? new Error('another process archives the ledger: run it again when that one is done') : error;
    }
  }

  async removeSome(from: number, upTo: number): Promise<number> {
    // From a known batch, because MySQL may still walk over what was deleted before.
    const [next] = await this.database.rows<{ batch_no: number }>(
      `SELECT batch_no FROM posting WHERE batch_no >= ? AND batch_no <= ? ORDER BY batch_no, line LIMIT 1 OFFSET ${REMOVED_AT_ONCE}`,
      [from, upTo],
    );
    const last = next ? Math.max(from, next.batch_no - 1) : upTo;
    const sql = 'DELETE FROM posting WHERE batch_no >= ? AND batch_no <= ?';
    await this.database.transaction(() => this.database.rows(sql, [from, last]));
    return last + 1;
  }
}
