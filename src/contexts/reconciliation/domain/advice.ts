import { formatNaira, kobo } from '../../../kernel/money.js';
import type { DifferenceKind } from './difference.js';

/** Differences of one kind that an earlier run of the day did not have. */
export interface NewDifferences {
  readonly kind: DifferenceKind;
  readonly count: number;
  readonly sumKobo: number;
  readonly references: readonly string[];
}

const WHAT: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'listed there and missing here',
  missing_there: 'ours and not listed there',
  amount: 'listed there with another amount',
  status: 'listed there with another status',
  duplicate: 'listed there more than once',
  clearing: 'not in the accounts of the ledger as booked',
};

const TO_DO: Readonly<Record<DifferenceKind, Readonly<Record<'biller' | 'deposit', string>>>> = {
  missing_here: {
    biller: 'Ask the provider who bought it with our keys; nothing was debited here.',
    deposit:
      'Where the provider confirmed a payment when asked, it is credited now, to its wallet or to suspense; ask the provider about the others.',
  },
  missing_there: {
    biller:
      'Ask again with control_purchase_requery; a purchase that was not delivered is refunded with control_purchase_resolve.',
    deposit: 'The wallet was credited: ask the provider where the money is, and correct it with control_wallet_adjust.',
  },
  amount: {
    biller: 'Compare the price with the catalogue and claim the difference from the provider.',
    deposit: 'What the provider confirmed beyond ours is credited; claim or correct the rest with control_wallet_adjust.',
  },
  status: {
    biller: 'Ask again with control_purchase_requery, then confirm or refund with control_purchase_resolve.',
    deposit: 'Ask the provider; a reversal is booked when it confirms it.',
  },
  duplicate: {
    biller: 'The provider charged more than once for one purchase: claim it.',
    deposit: 'Ask the provider whether two payments came in.',
  },
  clearing: {
    biller: 'Run ledger:verify, and compare the journals of these purchases.',
    deposit: 'Run ledger:verify, and compare the journals of these payments.',
  },
};

export function describeNewDifferences(
  { kind, count, sumKobo, references }: NewDifferences,
  of: 'biller' | 'deposit',
  where: string,
): string {
  const noun = of === 'biller' ? 'purchase' : 'payment';
  const more = count > references.length ? ' …' : '';
  return (
    `Reconciliation of ${where}: ${count} ${noun}${count === 1 ? '' : 's'} ${WHAT[kind]}, ${formatNaira(kobo(sumKobo))} ` +
    `(${references.join(', ')}${more}). ${TO_DO[kind][of]} control_reconciliation_fetch shows each.`
  );
}
