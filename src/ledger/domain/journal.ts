import { newId } from '../../kernel/ids.js';
import type { Kobo } from '../../kernel/money.js';
import { type AccountId, isHeldAccount, isSystemAccount } from './account.js';
import { movesOperatorWrongly } from './operator-journal.js';
import { ENDING_KINDS, type HoldEnding, type Share } from './hold-ending.js';

/** `amountKobo` is negative for a debit. */
export interface Posting {
  readonly account: AccountId;
  readonly amountKobo: Kobo;
  /** Cut to 255 characters by the ledger. */
  readonly note: string;
}

/**
 * The wallet's activity is grouped by it. `purchase` and `payout` hold money; `settlement` (completed), `refund` (failed) and `return` (reversed)
 * end a hold, `handover` gives it to another provider. `reversal`: a provider took a deposit back. `deposit_fee`: what a provider kept
 * of a deposit, where it told that later; `payout_cost`: what it took for a payout, likewise. `provider_payout`, `float_topup`,
 * `provider_fee`, `remittance` and `bank_fee` move the operator's own money. `suspense_return`: a payment that was nobody's went
 * back to its payer. `giving_up`: what was left when its owner closed the account.
 */
export type JournalKind =
  | 'deposit'
  | 'deposit_fee'
  | 'transfer'
  | 'purchase'
  | 'payout'
  | 'payout_cost'
  | 'settlement'
  | 'refund'
  | 'return'
  | 'handover'
  | 'reversal'
  | 'reward'
  | 'adjustment'
  | 'provider_payout'
  | 'float_topup'
  | 'provider_fee'
  | 'remittance'
  | 'bank_fee'
  | 'giving_up'
  | 'suspense_return';

/** Postings that sum to zero and are committed together. */
export interface Journal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Id of the deposit order, transfer, purchase or payout. */
  readonly subject: string;
  /** None where it ends a hold: the ledger makes them of what is held. */
  readonly postings: readonly Posting[];
  /** Shares in the money that it holds for its subject, for when it is posted; the rest goes to who is owed. */
  readonly holds?: readonly Share[];
  /** Of the hold: what its provider may be told. */
  readonly terms?: string;
  readonly ends?: HoldEnding;
}

export function endingJournal(subject: string, ends: HoldEnding): Journal {
  return { id: newId(), kind: ENDING_KINDS[ends.as], subject, postings: [], ends };
}

export const HOLD_KINDS: readonly string[] = ['purchase', 'payout'] satisfies JournalKind[];
/** Kinds of journals that rows of other contexts repeat, beside those that hold money. */
export const PROJECTED_KINDS: readonly string[] = [
  'deposit',
  'transfer',
  'provider_payout',
  'float_topup',
  'provider_fee',
  'remittance',
  'bank_fee',
  'suspense_return',
] satisfies JournalKind[];

/** @throws Error unless the ledger could post it: balanced, and held money moved by its hold alone */
export function assertPostable(journal: Journal): void {
  if (journal.ends) return assertEnding(journal, journal.ends);
  assertBalanced(journal);
  if (journal.holds) return assertHolding(journal);
  const held = journal.postings.find(({ account }) => isHeldAccount(account));
  if (held) throw new RangeError(`journal ${journal.id}: posts to ${held.account} without a hold`);
  if (movesOperatorWrongly({ kind: journal.kind, lines: journal.postings }))
    throw new RangeError(`journal ${journal.id}: ${journal.kind} does not move these accounts so`);
}

/** @throws Error unless the postings sum to zero and none is zero */
export function assertBalanced(journal: Pick<Journal, 'id' | 'postings'>): void {
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

function assertHolding({ id, kind, postings }: Journal): void {
  const [payer, held] = postings.toSorted((one, other) => one.amountKobo - other.amountKobo);
  if (!HOLD_KINDS.includes(kind) || postings.length !== 2 || isSystemAccount(payer!.account) || !isHeldAccount(held!.account))
    throw new RangeError(`journal ${id}: a hold is one posting from a wallet to an account of held money`);
}

function assertEnding({ id, kind, postings }: Journal, ending: HoldEnding): void {
  if (kind !== ENDING_KINDS[ending.as] || postings.length > 0)
    throw new RangeError(`journal ${id}: a hold ends by a journal of its own kind, whose postings the ledger makes`);
}
