import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';

export interface HistoryEntry {
  readonly account: AccountId;
  readonly seq: number;
  readonly journalId: string;
  readonly kind: string;
  readonly amountKobo: Kobo;
  readonly balanceKobo: Kobo;
  readonly note: string;
  readonly createdAt: number;
}

/** The postings of one account, newest first. */
export abstract class History {
  /** At most `limit` entries recorded before `before` (from the newest when undefined). */
  abstract list(account: AccountId, before: number | undefined, limit: number): Promise<HistoryEntry[]>;
  abstract ofJournal(account: AccountId, journalId: string): Promise<HistoryEntry[]>;
  /** What each journal is about, by journal id: of a deposit its order. */
  abstract subjectsOf(journalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The balance at a time (inclusive); zero before the first entry. */
  abstract balanceAt(account: AccountId, at: number): Promise<Kobo>;
}
