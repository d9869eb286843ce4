import type { IdempotencyKey, Replayed } from '../../kernel/caller.js';
import type { DomainEvent } from '../../kernel/events.js';
import type { RowUpdate, CounterIncrement, RowInsert } from '../../kernel/row-changes.js';
import type { BlockChange } from './blocked-money.js';
import type { Submission } from './hold-ending.js';
import type { Journal } from './journal.js';
import type { BalanceLimit, SpendingLimit } from './spending-limit.js';

/** A journal with the rows, response and events that are committed with it, all or nothing. */
export interface LedgerCommand {
  /** Internal commands use scope `system`. */
  readonly idempotencyKey: IdempotencyKey;
  /** Absent where no money moves (a deposit order, a purchase that completes without commission). */
  readonly journal?: Journal;
  /** Refused where the ledger holds nothing for it, or holds it for something else. Without a journal. */
  readonly submits?: Submission;
  /** Undefined where the account may spend what it has. */
  readonly spendingLimit?: SpendingLimit | undefined;
  /** The same of who receives: of both ways. */
  readonly receivingLimit?: SpendingLimit | undefined;
  readonly balanceLimit?: BalanceLimit | undefined;
  /** Made behind the journal, where there is one. */
  readonly blocks?: BlockChange | undefined;
  readonly inserts?: readonly RowInsert[];
  readonly updates?: readonly RowUpdate[];
  readonly increments?: readonly CounterIncrement[];
  readonly events?: readonly DomainEvent[];
  /** The result where it is known now; without it the request stays `pending` until `answer` is called. */
  readonly response?: unknown;
  /** Id of the row that the request created, for requests that are answered later. */
  readonly subjectId?: string;
}

/** The tables beside the ledger's own that it inserts into or counts in. */
export function tablesBeside({ inserts = [], increments = [], events = [] }: LedgerCommand): ReadonlySet<string> {
  return new Set([...inserts, ...increments].map(({ table }) => table).concat(events.length > 0 ? ['outbox'] : []));
}

/** What a command changes, without the request that it belongs to. */
export type LedgerChange = Pick<
  LedgerCommand,
  'journal' | 'balanceLimit' | 'blocks' | 'inserts' | 'updates' | 'increments' | 'events'
>;

/**
 * `stale`: a row to update does not match its `key` any more, or the period of a spending limit is over, so nothing was written and
 * the command may be sent again.
 */
export type CommitResult = CommitReceipt | Replayed | 'stale';

export interface CommitReceipt {
  /** Never before an earlier journal; also the value of every `COMMITTED_AT` column. */
  readonly committedAt: number;
}
