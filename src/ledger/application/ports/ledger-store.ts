import type { IdempotencyKey } from '../../../kernel/caller.js';
import type { BatchPlan, LockedAccounts, QueuedCommand } from '../../domain/batch.js';
import type { LedgerCommand } from '../../domain/ledger-command.js';
import type { SpendingLimit } from '../../domain/spending-limit.js';

/** What is read before a batch is planned. */
export interface BatchReading {
  readonly accounts: readonly string[];
  /** Keys to look up under the lock of the head. */
  readonly lookUps: readonly IdempotencyKey[];
  /** Commands with updates or the end of a hold: rows are locked without waiting, and keys looked up where a row does not match. */
  readonly conditional: readonly LedgerCommand[];
  /** Later debits are read where the account has moved on. */
  readonly spendingLimits: readonly SpendingLimit[];
}

/** One batch in one transaction: read, plan, write; repeated while `write` returns false. */
export interface BatchSession {
  /** `ahead`: planned on accounts that were not read under lock. */
  readonly way: 'ahead' | 'locked';
  read(): Promise<LockedAccounts>;
  /** Commits durably; false, with nothing written, where others wrote since `read`. */
  write(plan: BatchPlan): Promise<boolean>;
  /** Ends the session without a commit, after any error. */
  abandon(error: unknown): Promise<void>;
}

export abstract class LedgerStore {
  /** Batches that may run at once: the second waits in the database for the head. */
  abstract get maxConcurrentBatches(): number;
  /** Every method of the store and its sessions rejects with a `StoreFailure`. */
  abstract begin(reading: BatchReading): Promise<BatchSession>;
  /** Writes what commands insert and count beside the ledger's own tables, and rolls it back, without the head. */
  abstract rehearse(commands: readonly Pick<QueuedCommand, 'command' | 'arrivedAt'>[]): Promise<void>;
  /** Those of these accounts whose rows other transactions have locked now. */
  abstract lockedAccounts(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Locks the row of an account and lets it go, without the head. */
  abstract waitForAccount(id: string): Promise<void>;
  abstract close(): Promise<void>;
}

/**
 * `unreachable`: also a server that takes no writes. `clock_ahead`: of the database's. `unproved`: a batch that was not written with
 * a key of the chain. `fault`: of a statement, or anything unknown.
 */
export type StoreFailureKind = 'retry' | 'lock_timeout' | 'duplicate' | 'unreachable' | 'clock_ahead' | 'unproved' | 'fault';

export class StoreFailure extends Error {
  /**
   * @param isOutcomeKnown nothing was written; otherwise the commit may have happened
   * @param table where it waited for a lock
   */
  constructor(
    readonly kind: StoreFailureKind,
    readonly isOutcomeKnown: boolean,
    override readonly cause: unknown,
    readonly table?: string,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}
