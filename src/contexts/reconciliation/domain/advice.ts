import { formatNaira, kobo } from '../../../kernel/money.js';
import type { DifferenceKind, ReconciledKind } from './difference.js';

/** What is compared: orders with providers, an account at a bank, or a balance that a provider states. */
export type Compared = ReconciledKind | 'bank' | 'stated';

/** Differences of one kind that an earlier run of the day did not have. */
export interface NewDifferences {
  readonly kind: DifferenceKind;
  readonly count: number;
  readonly sumKobo: number;
  readonly references: readonly string[];
}

const NOUNS: Readonly<Record<Compared, string>> = {
  biller: 'purchase',
  deposit: 'payment',
  payout: 'payout',
  bank: 'line',
  stated: 'balance',
};

const WHAT: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'listed there and missing here',
  missing_there: 'ours and not listed there',
  amount: 'listed there with another amount',
  status: 'listed there with another status',
  duplicate: 'listed there more than once',
  clearing: 'not in the accounts of the ledger as booked',
  day: 'listed there on another day',
  opening: 'not as in the books before the first day',
  closing: 'not as in the books at the end of the last day',
  stated: 'not as in the books at the end of the day',
  fee: 'listed there with another fee',
  destination: 'paid to another account than ours says',
};

const BILLER: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here: 'Ask the provider who bought it with our keys; nothing was debited here.',
  missing_there:
    'Ask again with control_purchase_requery; a purchase that was not delivered is refunded with control_purchase_resolve.',
  amount: 'Compare the price with the catalogue and claim the difference from the provider.',
  status: 'Ask again with control_purchase_requery, then confirm or refund with control_purchase_resolve.',
  duplicate: 'The provider charged more than once for one purchase: claim it.',
  clearing: 'Run ledger:verify, and compare the journals of these purchases.',
};
const DEPOSIT: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here:
    'Where the provider confirmed a payment when asked, it is credited now, to its wallet or to suspense; ask the provider about the others.',
  missing_there: 'The wallet was credited: ask the provider where the money is, and correct it with control_wallet_adjust.',
  amount: 'What the provider confirmed beyond ours is credited; claim or correct the rest with control_wallet_adjust.',
  status: 'Ask the provider; a reversal is booked when it confirms it.',
  duplicate: 'Ask the provider whether two payments came in.',
  clearing: 'Run ledger:verify, and compare the journals of these payments.',
  fee: 'Compare it with the contract, and claim the difference from the provider or book it with control_settlement_create.',
};
const PAYOUT: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here: 'Ask the provider who paid with our keys, and change them; nothing was debited here.',
  missing_there: 'Ask again with control_payout_requery; a payout that was not paid is refunded with control_payout_resolve.',
  amount: 'Ask the provider what it paid, and claim the difference.',
  status: 'Ask again with control_payout_requery, then confirm or refund with control_payout_resolve.',
  duplicate: 'The provider paid more than once for one payout: claim it.',
  destination: 'Run ledger:verify, which says whether our row was altered; where it was not, claim the amount from the provider.',
  clearing: 'Run ledger:verify, and compare the journals of these payouts.',
  fee: 'Compare it with the contract, and claim the difference from the provider or book it with control_settlement_create.',
};
const BANK: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here: 'Say what it is with control_statement_settle, or ask the bank.',
  missing_there: 'We booked it and the bank does not have it: ask whom it was sent to.',
  amount: 'Ask the bank; what was booked wrongly is corrected by another settlement.',
  duplicate: 'The bank has it more than once: ask for one back, or book it with control_statement_settle.',
  day: 'It is matched; where it is of another month, taxes and balances of that day are other ones.',
  opening: 'Import the statement before it, or look for what is booked on another day.',
  closing: 'The other differences of the statement say why.',
};
const STATED: Readonly<Partial<Record<DifferenceKind, string>>> = {
  stated: 'Reconcile the day with the provider, and book payouts, top-ups and fees that are missing.',
};
const TO_DO: Readonly<Record<Compared, Readonly<Partial<Record<DifferenceKind, string>>>>> = {
  biller: BILLER,
  deposit: DEPOSIT,
  payout: PAYOUT,
  bank: BANK,
  stated: STATED,
};

export function describeNewDifferences(
  { kind, count, sumKobo, references }: NewDifferences,
  of: Compared,
  where: string,
): string {
  const noun = NOUNS[of];
  const more = count > references.length ? ' …' : '';
  const toDo = TO_DO[of][kind];
  return (
    `Reconciliation of ${where}: ${count} ${noun}${count === 1 ? '' : 's'} ${WHAT[kind]}, ${formatNaira(kobo(sumKobo))} ` +
    `(${references.join(', ')}${more}).${toDo === undefined ? '' : ` ${toDo}`} control_reconciliation_fetch shows each.`
  );
}
