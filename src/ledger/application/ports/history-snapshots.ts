import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';
import type { HistoryEntry } from './history.js';

export interface HistorySnapshot {
  /** The balance before `before` (exclusive). */
  balanceBefore(account: AccountId, before: number): Promise<Kobo>;
  /** Entries from `from` (inclusive) to `to` (exclusive), oldest first. */
  between(account: AccountId, from: number, to: number): AsyncIterable<HistoryEntry>;
  close(): Promise<void>;
}

export abstract class HistorySnapshots {
  abstract open(): Promise<HistorySnapshot>;
}
