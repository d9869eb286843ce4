import { sumOf } from '../../../kernel/charges.js';
import { FEES_ACCOUNT, holdTerms, type Share, VAT_ACCOUNT } from '../../../ledger/index.js';
import { earnedKobo, type Purchase, type PurchaseState } from '../domain/purchase.js';

/** Whose part of the total is whose once it is delivered; the rest is the provider's. */
export function sharesOf(purchase: Pick<Purchase, 'commissionKobo' | 'charges'>): Share[] {
  const vatKobo = sumOf(purchase.charges, 'vat');
  return [
    { account: FEES_ACCOUNT, amountKobo: earnedKobo(purchase) },
    ...(vatKobo > 0 ? [{ account: VAT_ACCOUNT, amountKobo: vatKobo }] : []),
  ];
}

/** What a provider may be told of a purchase, as its hold says. */
export function termsOf({ purchase, attempt }: PurchaseState): string {
  const { customer, reference, itemId, amountKobo, deliversPin } = purchase;
  return holdTerms(orderTerms({ reference, itemId, amountKobo, customerId: customer.id }), [
    attempt.provider,
    attempt.reference,
    attempt.paymentCode,
    customer.name.slice(0, 255),
    customer.email.slice(0, 255),
    customer.mobile.slice(0, 32),
    deliversPin,
  ]);
}

interface Ordered {
  readonly reference: string;
  readonly itemId: string;
  readonly customerId: string;
  readonly amountKobo: number;
}

/** Of them what the row of the purchase repeats, also after its buyer was erased. */
export function orderTerms({ reference, itemId, customerId, amountKobo }: Ordered): (string | number)[] {
  return [reference, itemId, customerId, amountKobo];
}
