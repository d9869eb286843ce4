import type { IdempotencyKey } from '../../../kernel/caller.js';
import type { BatchPlan, LockedAccounts } from '../domain/batch.js';
import type { LedgerCommand } from '../domain/ledger-command.js';

/** What must be known before a batch is decided. */
export interface BatchReading {
  /** In the order of locking. */
  readonly accounts: readonly string[];
  /** Keys that may have been seen before. */
  readonly lookUps: readonly IdempotencyKey[];
  /** Commands with updates: the rows are locked without waiting; the key is looked up where a row does not match. */
  readonly conditional: readonly LedgerCommand[];
}

/** One batch in one database transaction; the ledger's two techniques (MySQL, SQLite) implement it. */
export abstract class LedgerStore {
  /** Batches that may be under way at once: where there are two, the second waits in the database for the first one's locks. */
  abstract get maxConcurrentBatches(): number;

  /**
   * Locks the rows to be updated, the head of the chain and the accounts (in that order, accounts as given), reads them
   * and those of `lookUps` that exist, lets `decide` judge, writes what it returns and commits. A store that knows the accounts may
   * let `decide` judge first and lock then; if they have moved meanwhile, it asks once more. Resolves after the durable
   * commit; rejects with nothing written, or, when the connection was lost at the commit, with the outcome unknown.
   */
  abstract run(reading: BatchReading, decide: (books: LockedAccounts) => BatchPlan): Promise<void>;

  abstract close(): Promise<void>;
}

/** Rows as both dialects return them. */
export interface AccountRecord {
  readonly id: string;
  readonly balance_kobo: number;
  readonly seq: number;
}

export interface HeadRecord {
  readonly batch_no: number;
  readonly hash: string;
  readonly recorded: number;
}

export interface RequestRecord {
  readonly scope: string;
  readonly action: string;
  readonly request_key: string;
  readonly digest: string;
  readonly state: 'pending' | 'answered' | 'refused';
  readonly answer: string | null;
  readonly subject: string | null;
  readonly journal_id: string | null;
  readonly writer: string;
  readonly recorded: number;
}
