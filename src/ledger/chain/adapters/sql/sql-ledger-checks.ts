import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { insertNew } from '../../../../platform/database/insert-new.js';
import { LedgerChecks } from '../../application/ports.js';
import type { LedgerCheck } from '../../domain/ledger-check.js';
import { LedgerCheckRow } from '../../../adapters/typeorm/ledger.rows.js';

@Injectable()
export class SqlLedgerChecks extends LedgerChecks {
  constructor(private readonly database: Database) {
    super();
  }

  record({ kind, detail, ...found }: LedgerCheck): Promise<void> {
    return this.database.transaction(async () => {
      await insertNew(this.database, 'ledger_check', ['name', 'is_ok', 'checked_at'], [[kind, 0, 0]]);
      await this.rows.update({ kind }, { ...found, detail: detail || null });
    });
  }

  async last(kind: LedgerCheck['kind']): Promise<LedgerCheck | undefined> {
    const row = await this.rows.findOneBy({ kind });
    if (!row) return undefined;
    const { isOk, batchNo, hash, detail, createdAt } = row;
    return { kind, isOk, batchNo, hash, detail: detail ?? '', createdAt };
  }

  private get rows() {
    return this.database.repository(LedgerCheckRow);
  }
}
