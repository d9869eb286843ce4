/** `verification`: all of the ledger was recomputed; `anchor`: its head was written outside of the database. */
export type LedgerCheck = 'verification' | 'anchor';

/** When the ledger was last checked, for whoever watches the service. */
export abstract class LedgerChecks {
  abstract record(check: LedgerCheck, isOk: boolean): Promise<void>;
}
