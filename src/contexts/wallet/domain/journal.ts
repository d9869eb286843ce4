import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from './account.js';

/** One line of a journal: `amountKobo` is added to the account, negative for a debit. */
export interface Posting {
  readonly account: AccountId;
  readonly amountKobo: Kobo;
  /** What the account's owner reads in the history. */
  readonly note: string;
}

/** What a movement of money is about; the wallet's activity is grouped by it. */
export type JournalKind = 'deposit' | 'transfer' | 'purchase' | 'settlement' | 'refund' | 'reversal' | 'reward' | 'adjustment';

/** A movement of money: postings that sum to zero, committed together. */
export interface Journal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer or purchase that it belongs to. */
  readonly subject: string;
  readonly postings: readonly Posting[];
}

/** Throws unless the postings sum to zero and none is zero: an unbalanced journal is a defect and must never be written. */
export function assertBalanced(journal: Journal): void {
  let sum = 0;
  for (const posting of journal.postings) {
    if (!Number.isSafeInteger(posting.amountKobo) || posting.amountKobo === 0) {
      throw new RangeError(`journal ${journal.id}: posting of ${posting.amountKobo} kobo`);
    }
    sum += posting.amountKobo;
  }
  if (sum !== 0 || journal.postings.length < 2) {
    throw new RangeError(`journal ${journal.id}: ${journal.postings.length} postings sum to ${sum} kobo`);
  }
}
