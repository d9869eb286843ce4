import type { IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import type { DomainEvent } from '../../../kernel/events.js';
import type { RowUpdate, CounterIncrement, RowInsert } from '../../../kernel/row-changes.js';
import type { Journal } from './journal.js';

/**
 * A movement of money with the rows of other tables, the response and the events
 * that are committed with it. The ledger commits all of it or nothing.
 */
export interface LedgerCommand {
  /** Identifies the command, which is executed at most once. Internal commands use scope `system`. */
  readonly idempotencyKey: IdempotencyKey;
  /** Absent where no money moves (a deposit order, a purchase that completes without commission). */
  readonly journal?: Journal;
  readonly inserts?: readonly RowInsert[];
  readonly updates?: readonly RowUpdate[];
  readonly increments?: readonly CounterIncrement[];
  readonly events?: readonly DomainEvent[];
  /** DATA of the answer where it is known now; without it the request stays `pending` until `answer` is called. */
  readonly response?: unknown;
  /** Id of the record this request makes, for requests that are answered later. */
  readonly subjectId?: string;
}

/**
 * Result of a command: committed now, answered before under the same key, or `stale`: a row that it updates does not
 * match its `key` any more, so nothing was written, and the command may be sent again.
 */
export type CommitResult = CommitReceipt | Replayed | 'stale';

export interface CommitReceipt {
  /** Unix ms, never before that of an earlier movement of money; also the value of every column given as RECORDED. */
  readonly committedAt: number;
}
