import { type Charge, paidKobo, sumOf } from '../../../kernel/charges.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import type { CustomerFacts } from '../../../kernel/customer-facts.js';

/** pending: held, the outcome is unknown. completed: delivered. failed: refunded. reversed: refunded after delivery. */
export type PurchaseStatus = 'pending' | 'completed' | 'failed' | 'reversed';

export type PurchaseEnd = Exclude<PurchaseStatus, 'pending'>;

export interface Customer {
  /** Phone (local form), meter, smartcard or account number. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly mobile: string;
  /** What its provider said of it before, while the purchase is being placed; not stored. */
  readonly verified?: CustomerFacts;
}

export interface Purchase {
  readonly id: string;
  readonly userId: string;
  readonly kind: 'airtime' | 'bill';
  readonly categoryId: string;
  readonly billerId: string;
  readonly billerName: string;
  readonly itemId: string;
  readonly itemName: string;
  readonly paymentCode: string;
  /** Ours, of the latest attempt. */
  readonly reference: string;
  readonly deliversPin: boolean;
  readonly customer: Customer;
  readonly amountKobo: Kobo;
  /** What the buyer pays beside the amount. */
  readonly charges: readonly Charge[];
  /** Expected while pending, earned when completed. */
  readonly commissionKobo: Kobo;
  readonly status: PurchaseStatus;
  /** The provider's own code and message. */
  readonly responseCode: string;
  readonly responseMessage: string;
  /** Without PIN and token. */
  readonly details: Readonly<Record<string, string>>;
  readonly queries: number;
  readonly nextQueryAt: number | undefined;
  readonly createdAt: number;
}

/** Committed before the provider is called. */
export interface Attempt {
  readonly id: string;
  readonly purchaseId: string;
  /** From 1. */
  readonly number: number;
  readonly provider: string;
  /** Ours, by which the provider is queried. */
  readonly reference: string;
  /** This provider's id of the item. */
  readonly paymentCode: string;
}

/** With its latest attempt, the only one that can be undecided. */
export interface PurchaseState {
  readonly purchase: Purchase;
  readonly attempt: Attempt;
}

export function totalKobo(purchase: Purchase): Kobo {
  return paidKobo(purchase);
}

/** Our part of the total once it is delivered. */
export function earnedKobo({ commissionKobo, charges }: Pick<Purchase, 'commissionKobo' | 'charges'>): Kobo {
  return kobo(commissionKobo + sumOf(charges) - sumOf(charges, 'vat'));
}
