import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { insertNew } from '../../../../platform/database/insert-new.js';
import { type LedgerCheck, LedgerChecks } from '../../application/ports/ledger-checks.js';

@Injectable()
export class SqlLedgerChecks extends LedgerChecks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  record(check: LedgerCheck, isOk: boolean): Promise<void> {
    return this.database.transaction(async () => {
      await insertNew(this.database, 'ledger_check', ['name', 'is_ok', 'checked_at'], [[check, Number(isOk), 0]]);
      const values = [Number(isOk), this.clock.now(), check];
      await this.database.rows('UPDATE ledger_check SET is_ok = ?, checked_at = ? WHERE name = ?', values);
    });
  }
}
