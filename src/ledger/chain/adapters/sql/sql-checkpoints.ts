import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { Checkpoints } from '../../application/ports.js';
import type { Checkpoint } from '../../domain/range-audit.js';
import { LedgerCheckpointRow } from '../../../adapters/typeorm/ledger.rows.js';

const ID = 'last';

/** Encrypted with authentication: neither made nor read by somebody without APP_KEY. */
@Injectable()
export class SqlCheckpoints extends Checkpoints {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(checkpoint: Checkpoint): Promise<void> {
    const sealed = this.box.encrypt(JSON.stringify(checkpoint), ID);
    await this.rows.upsert({ id: ID, batchNo: checkpoint.end.batchNo, sealed, createdAt: this.clock.now() }, ['id']);
  }

  async last(): Promise<Checkpoint | undefined> {
    const row = await this.rows.findOneBy({ id: ID });
    if (!row) return undefined;
    try {
      const checkpoint = JSON.parse(this.box.decrypt(row.sealed, ID)) as Partial<Checkpoint>;
      return 'held' in checkpoint ? (checkpoint as Checkpoint) : undefined;
    } catch {
      return undefined;
    }
  }

  private get rows() {
    return this.database.repository(LedgerCheckpointRow);
  }
}
