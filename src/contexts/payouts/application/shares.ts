import type { Charge } from '../../../kernel/charges.js';
import { kobo } from '../../../kernel/money.js';
import { chargedAmounts, holdTerms, type Share } from '../../../ledger/index.js';
import type { Payout, PayoutState } from '../domain/payout.js';

/** Whose part of the total is whose once it is paid; the rest is the provider's. */
export function sharesOf(charges: readonly Charge[]): Share[] {
  return [...chargedAmounts(charges)].map(([account, amountKobo]) => ({ account, amountKobo: kobo(amountKobo) }));
}

/** What a provider may be told of a payout, as its hold says. */
export function termsOf({ payout, attempt }: PayoutState): string {
  return holdTerms(orderTerms(payout), [attempt.provider, attempt.reference, attempt.bankCode]);
}

type Ordered = Pick<Payout, 'reference' | 'bankCode' | 'account' | 'name'> & { readonly amountKobo: number };

/** Of them what the row of the payout repeats. */
export function orderTerms({ reference, bankCode, account, name, amountKobo }: Ordered): (string | number)[] {
  return [reference, bankCode, account, name.slice(0, 255), amountKobo];
}
