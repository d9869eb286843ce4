import type { MoneyRequest } from '../../../kernel/caller.js';
import type { DomainEvent } from '../../../kernel/events.js';
import type { FactChange, FactIncrement, FactRecord } from '../../../kernel/fact.js';
import type { Journal } from './journal.js';

/**
 * Everything that becomes true at once: a movement of money, the records that belong to it, what was
 * answered, and the events that tell of it. The ledger commits all of it or nothing.
 */
export interface Fact {
  /** Makes it happen at most once. Work of our own uses scope `system`. */
  readonly request: MoneyRequest;
  /** Absent where no money moves (a deposit order, a purchase that completes without commission). */
  readonly journal?: Journal;
  readonly records?: readonly FactRecord[];
  readonly changes?: readonly FactChange[];
  readonly increments?: readonly FactIncrement[];
  readonly events?: readonly DomainEvent[];
  /** DATA of the answer where it is known now; without it the request stays `pending` until `answer` is called. */
  readonly answer?: unknown;
  /** Id of the record this request makes, for requests that are answered later. */
  readonly subject?: string;
}

export interface Committed {
  /** Unix ms, never before that of an earlier movement of money; also the value of every column given as RECORDED. */
  readonly recorded: number;
}
