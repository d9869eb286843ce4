import { pause } from './calls.js';
import type { HarmattanClient } from './client.js';
import { type Deliverable, deliverablesOf } from './deliverables.js';
import { uniqueId } from './digests.js';
import { isHarmattanError } from './errors.js';
import type { Data, Input, Item } from './operations.js';
import type { FollowOptions } from './payouts.js';
import { type PaymentStatus, paymentStatus } from './statuses.js';

/** `pending` is neither paid nor failed. */

/** What is paid for. `amount` in Naira. */
export interface BillOrder {
  readonly itemId: string;
  /** Meter, smartcard or account number, or phone. */
  readonly customerId: string;
  readonly amount: number;
}

export interface AirtimeOrder {
  readonly itemId: string;
  readonly phone: string;
  readonly amount: number;
}

export interface BuyOptions {
  readonly pinc?: string;
  /** Also where the same was bought within ten minutes. */
  readonly again?: boolean;
  /** How the purchase is followed to its end. */
  readonly follow?: FollowOptions;
}

export interface PaidPurchase {
  readonly orderId: string;
  /** `pending` where the time to follow it was over. */
  readonly status: PaymentStatus;
  readonly deliverables: readonly Deliverable[];
  readonly purchase: Item<'service_transaction_fetch'>;
}

/** What the payer has to see before they pay: for whom it is, and what it costs. */
export interface PurchaseOffer {
  readonly biller: string;
  readonly item: string;
  /** Of the customer, as the biller tells it; empty where nobody can say it now, and of airtime. */
  readonly name: string;
  readonly amount: number;
  readonly charges: Data<'service_quote_fetch'>['charges'];
  /** What the wallet pays, in Naira. */
  readonly total: number;
  /** Under which it is paid once: keep it where `isOutcomeUnknown`. */
  readonly idempotencyKey: string;
  /** Pays, and follows the purchase to its end. Called again with the same options, it pays once all the same. @throws HarmattanError */
  pay(options?: BuyOptions): Promise<PaidPurchase>;
}

const LONGEST_DELAY_MS = 30_000;

/** Asks whose the meter, card or account is, and for the price; pays nothing. @throws HarmattanError */
export async function offerBill(client: HarmattanClient, order: BillOrder): Promise<PurchaseOffer> {
  const { itemId, customerId, amount } = order;
  const item = await itemOf(client, itemId);
  const name = await nameOf(client, item.paymentCode, customerId);
  return offerOf(client, item, { name, amount, customerId }, (options, idempotencyKey) =>
    client.call('service_bill_payment', { ...order, ...options }, { idempotencyKey }),
  );
}

/** Asks for the price; buys nothing. @throws HarmattanError */
export async function offerAirtime(client: HarmattanClient, order: AirtimeOrder): Promise<PurchaseOffer> {
  const { itemId, phone, amount } = order;
  const item = await itemOf(client, itemId);
  return offerOf(client, item, { name: '', amount, customerId: phone }, (options, idempotencyKey) =>
    client.call('service_airtime_purchase', { ...order, ...options }, { idempotencyKey }),
  );
}

/** Asks until the purchase has ended, or the time is over, in which case it is still `pending`. @throws HarmattanError */
export async function followPurchase(
  client: HarmattanClient,
  orderId: string,
  options: FollowOptions = {},
): Promise<PaidPurchase> {
  const { withinMs = 600_000, firstDelayMs = 1_000, signal } = options;
  const until = Date.now() + withinMs;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    const found = await client.call('service_transaction_fetch', { rqtp: 'mk', rqvl: orderId }, signal ? { signal } : {});
    const purchase = found[0]!;
    const status = paymentStatus(purchase.status);
    if (status !== 'pending' || Date.now() + delayMs > until || !(await pause(delayMs, signal)))
      return { orderId, status, deliverables: deliverablesOf(purchase), purchase };
  }
}

async function offerOf(
  client: HarmattanClient,
  { itemId, billerName, itemName }: SoldItem,
  { name, amount, customerId }: { readonly name: string; readonly amount: number; readonly customerId: string },
  buy: (options: Omit<BuyOptions, 'follow'>, idempotencyKey: string) => Promise<{ readonly orderId: string }>,
): Promise<PurchaseOffer> {
  const quoted = { itemId, customerId, amount } as Input<'service_quote_fetch'>;
  const { charges, total } = await client.call('service_quote_fetch', quoted);
  const idempotencyKey = uniqueId();
  return {
    biller: billerName,
    item: itemName,
    name,
    amount,
    charges,
    total,
    idempotencyKey,
    pay: async ({ follow, ...options } = {}) => followPurchase(client, (await buy(options, idempotencyKey)).orderId, follow),
  };
}

type SoldItem = Data<'service_biller_item_fetch'>[number];

async function itemOf(client: HarmattanClient, itemId: string): Promise<SoldItem> {
  const [item] = await client.call('service_biller_item_fetch', { rqtp: 'mk', rqvl: itemId });
  return item!;
}

async function nameOf(client: HarmattanClient, pcode: string, ctmid: string): Promise<string> {
  try {
    return (await client.call('service_customer_verify', { pcode, ctmid })).customerName;
  } catch (error) {
    // A payment does not need it.
    if (isHarmattanError(error) && error.id === 'verification_unavailable') return '';
    throw error;
  }
}
