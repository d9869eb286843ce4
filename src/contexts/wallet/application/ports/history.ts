import type { Kobo } from '../../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';

/** One posting as the account's owner sees it. */
export interface HistoryEntry {
  readonly account: AccountId;
  readonly seq: number;
  readonly journalId: string;
  /** What the money moved for, as the journal's kind. */
  readonly kind: string;
  readonly amountKobo: Kobo;
  /** After this entry. */
  readonly balanceKobo: Kobo;
  readonly note: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** The postings of one account, newest first. Every method answers for that account alone. */
export abstract class History {
  /** At most `limit` entries recorded before `before` (from the newest when undefined). */
  abstract list(account: AccountId, before: number | undefined, limit: number): Promise<HistoryEntry[]>;
  /** The account's entries of one journal. */
  abstract ofJournal(account: AccountId, journalId: string): Promise<HistoryEntry[]>;
  /** The balance at a time (unix ms, inclusive); zero before the first entry. */
  abstract balanceAt(account: AccountId, at: number): Promise<Kobo>;
}
