import { type Charge, paidKobo, sumOf } from '../../kernel/charges.js';
import { kobo, type Kobo, naira } from '../../kernel/money.js';
import type { CustomerFacts, Deliverable } from '../../kernel/deliverable.js';
import { failures } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { Raw } from '../../kernel/provider-outcome.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import { type AttemptEnd, type AttemptStatus, AttemptStore, type OrderKind } from '../attempts/index.js';
import { FEES_ACCOUNT, holdTerms, type Share, VAT_ACCOUNT } from '../../ledger/index.js';

export type PurchaseStatus = AttemptStatus;

export type PurchaseEnd = AttemptEnd;

export interface Customer {
  /** Phone (local form), meter, smartcard or account number. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly mobile: string;
  /** The provider's earlier facts about it, while the purchase is being placed; not stored. */
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
  /** Charges that the buyer pays beside the amount. */
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
  /** Counts from 1. */
  readonly number: number;
  readonly provider: string;
  /** Ours, by which the provider is queried. */
  readonly reference: string;
  /** This provider's id of the item. */
  readonly paymentCode: string;
}

/** A purchase with its latest attempt, the only one that can be undecided. */
export interface PurchaseState {
  readonly purchase: Purchase;
  readonly attempt: Attempt;
}

export const PURCHASE: OrderKind<PurchaseState> = {
  noun: 'purchase',
  orderOf: ({ purchase }) => purchase,
  paidKoboOf: ({ purchase }) => paidKobo(purchase),
  changed: (state, changes) => ({ ...state, purchase: { ...state.purchase, ...changes } }),
};

export function totalKobo(purchase: Purchase): Kobo {
  return paidKobo(purchase);
}

/** Our part of the total once it is delivered. */
export function earnedKobo({ commissionKobo, charges }: Pick<Purchase, 'commissionKobo' | 'charges'>): Kobo {
  return kobo(commissionKobo + sumOf(charges) - sumOf(charges, 'vat'));
}

export const purchasesFailures = failures('purchases', {
  unknown_category: ['invalid', 'This category does not exist or is not available'],
  unknown_biller: ['invalid', 'This biller does not exist in the category or is not available'],
  wrong_network: ['invalid', 'This biller does not serve the network'],
  other_recharge_type: ['invalid', 'The item is of the other recharge type'],
  repeated: [
    'conflict',
    'You bought the same for this customer and amount within the last 10 minutes; say again to buy it again',
  ],
  wrong_payment_code: ['invalid', 'The payment code does not belong to the item'],
  unknown_customer: ['not_found', 'Unable to verify customer ID'],
  impossible_customer: ['not_found', 'Unable to verify customer ID: no customer of the item has such a number'],
  verification_unavailable: ['unavailable', 'Unable to verify customer ID'],
  no_trades: ['not_found', "We couldn't find any record matching your query"],
  no_purchase: ['not_found', 'Could not process your request'],
});

/** Keys of system logs begin with these, followed by the id of the purchase. */
export const UNDECIDED_LOG = 'purchase.undecided:';
export const CONTRADICTION_LOG = 'purchase.contradiction:';

export interface Settlement {
  readonly status: PurchaseEnd;
  readonly raw: Raw;
  readonly commissionKobo: Kobo;
  readonly details: Readonly<Record<string, string>>;
  /** Stored encrypted; undefined keeps the stored ones. */
  readonly deliverables?: readonly Deliverable[];
}

/** A purchase with its deliverables decrypted, for its owner. */
export type RevealedPurchase = Purchase & { readonly deliverables: readonly Deliverable[] };

/** Purchases and attempts; rows of money movements are made here and written by the ledger. */
export abstract class Purchases extends AttemptStore<PurchaseState> {
  abstract held(purchase: Purchase, attempt: Attempt): RowInsert[];
  abstract settled(state: PurchaseState, settlement: Settlement): RowUpdate[];
  /** The attempt was refused, and `next` replaces it. */
  abstract rerouted(
    state: PurchaseState,
    raw: Raw,
    next: Attempt,
    changes: { readonly nextQueryAt: number; readonly commissionKobo: Kobo },
  ): { inserts: RowInsert[]; updates: RowUpdate[] };

  abstract reveal(userId: string, id: string): Promise<RevealedPurchase | undefined>;
  /** Finds purchases of any user by id. */
  abstract revealAll(ids: readonly string[]): Promise<ReadonlyMap<string, RevealedPurchase>>;
  /** Newest first. There are no deliverables unless `revealed`. */
  abstract list(userId: string, page: PageRequest, revealed: boolean): Promise<Page<RevealedPurchase>>;
}

/** Tests shorten these. */
export class PurchaseSettings {
  /** A purchase is answered within this time, completed or not. */
  answerWithinMs = 8_000;
  repeatedWithinMs = 10 * 60_000;
  /** How long a verification can be used by a payment. */
  verificationTtlMs = 15 * 60_000;
  /** Zero pays none. */
  referralBonusKobo: Kobo = naira(100);
}

export interface PlacedOrder {
  readonly purchaseId: string;
  readonly status: PurchaseStatus;
  readonly amountKobo: Kobo;
  readonly charges: readonly Charge[];
}

export function placedOrder(purchase: Purchase, status = purchase.status): PlacedOrder {
  return { purchaseId: purchase.id, status, amountKobo: purchase.amountKobo, charges: purchase.charges };
}

/** Splits the total between its receivers once it is delivered; the rest is the provider's. */
export function sharesOf(purchase: Pick<Purchase, 'commissionKobo' | 'charges'>): Share[] {
  const vatKobo = sumOf(purchase.charges, 'vat');
  return [
    { account: FEES_ACCOUNT, amountKobo: earnedKobo(purchase) },
    ...(vatKobo > 0 ? [{ account: VAT_ACCOUNT, amountKobo: vatKobo }] : []),
  ];
}

/** The terms that a provider may get of a purchase, as its hold says. */
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

/** The terms that the row of the purchase repeats, also after its buyer was erased. */
export function orderTerms({ reference, itemId, customerId, amountKobo }: Ordered): (string | number)[] {
  return [reference, itemId, customerId, amountKobo];
}
