import type { Charge } from '../../../kernel/charges.js';
import { kobo } from '../../../kernel/money.js';
import { chargedAmounts, type Share } from '../../../ledger/index.js';

/** Whose part of the total is whose once it is paid; the rest is the provider's. */
export function sharesOf(charges: readonly Charge[]): Share[] {
  return [...chargedAmounts(charges)].map(([account, amountKobo]) => ({ account, amountKobo: kobo(amountKobo) }));
}
