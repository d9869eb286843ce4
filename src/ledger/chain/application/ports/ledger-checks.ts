import type { LedgerCheck } from '../../domain/ledger-check.js';

/** When the ledger was last checked, for whoever watches the service. */
export abstract class LedgerChecks {
  /** Replaces the last one of this kind. */
  abstract record(check: LedgerCheck): Promise<void>;
  abstract last(kind: LedgerCheck['kind']): Promise<LedgerCheck | undefined>;
}
