import type { Kobo } from '../../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';
import type { HistoryEntry } from './history.js';

/** The postings of all accounts from one snapshot. */
export interface HistorySnapshot {
  /** The balance after everything posted before `before` (unix ms, exclusive); zero before the first entry. */
  balanceBefore(account: AccountId, before: number): Promise<Kobo>;
  /** Entries from `from` (inclusive) to `to` (exclusive), oldest first, in portions. */
  between(account: AccountId, from: number, to: number): AsyncIterable<HistoryEntry>;
  close(): Promise<void>;
}

export abstract class HistorySnapshots {
  /** On a connection of its own, which `close` gives back. */
  abstract open(): Promise<HistorySnapshot>;
}
