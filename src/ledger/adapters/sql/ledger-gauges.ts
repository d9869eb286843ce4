import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SqlGauges } from '../../../platform/database/sql-gauges.js';

/** By the primary key: accounts of the service, which are few. */
const BALANCES = "SELECT id AS label, balance_kobo AS value FROM ledger_account WHERE id >= 'system:' AND id < 'system;'";
/** Versions before had others. */
const NAMED = "FROM ledger_check WHERE name IN ('whole', 'recent', 'anchor')";
const CHECKED = `SELECT name AS label, checked_at / 1000.0 AS value ${NAMED}`;
const FAILED = `SELECT name AS label, 1 - is_ok AS value ${NAMED}`;

@Injectable()
export class LedgerGauges implements OnModuleInit {
  constructor(private readonly gauges: SqlGauges) {}

  onModuleInit(): void {
    const { gauges } = this;
    gauges.add(
      'account',
      'harmattan_ledger_balance_kobo',
      'Balances of the accounts of the service: held, clearing, suspense, debts, fees',
      BALANCES,
    );
    const checked =
      'When the ledger was last verified (whole: all of it, recent: what is new or open), and its head last anchored';
    gauges.add('check', 'harmattan_ledger_checked_timestamp_seconds', checked, CHECKED);
    gauges.add('check', 'harmattan_ledger_check_failed', '1 where the last verification found the ledger wrong', FAILED);
  }
}
