import { sumOf } from '../../../kernel/charges.js';
import { FEES_ACCOUNT, type Share, VAT_ACCOUNT } from '../../../ledger/index.js';
import { earnedKobo, type Purchase } from '../domain/purchase.js';

/** Whose part of the total is whose once it is delivered; the rest is the provider's. */
export function sharesOf(purchase: Pick<Purchase, 'commissionKobo' | 'charges'>): Share[] {
  const vatKobo = sumOf(purchase.charges, 'vat');
  return [
    { account: FEES_ACCOUNT, amountKobo: earnedKobo(purchase) },
    ...(vatKobo > 0 ? [{ account: VAT_ACCOUNT, amountKobo: vatKobo }] : []),
  ];
}
