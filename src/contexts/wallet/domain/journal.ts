import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from './account.js';

/** `amountKobo` is negative for a debit. */
export interface Posting {
  readonly account: AccountId;
  readonly amountKobo: Kobo;
  /** Cut to 255 characters by the ledger. */
  readonly note: string;
}

/** The wallet's activity is grouped by it. `settlement`: what was held for a delivered purchase goes to its provider and to fees. */
export type JournalKind = 'deposit' | 'transfer' | 'purchase' | 'settlement' | 'refund' | 'reversal' | 'reward' | 'adjustment';

/** Postings that sum to zero and are committed together. */
export interface Journal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer or purchase. */
  readonly subject: string;
  readonly postings: readonly Posting[];
}

/** @throws Error unless the postings sum to zero and none is zero */
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
