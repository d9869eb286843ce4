import { pause } from './calls.js';
import type { HarmattanClient } from './client.js';
import { uniqueId } from './digests.js';
import type { Data, Item } from './operations.js';
import type { PaymentStatus } from './statuses.js';
import type { WebhookMessage } from './webhooks.js';

export type Payout = Item<'user_payout_fetch'>;
export type PayoutEnd = Exclude<PaymentStatus, 'pending' | 'expired'>;

/** To an account, or to a saved payee. `amount` in Naira. */
export type PayoutOrder =
  | { readonly amount: number; readonly code: string; readonly account: string }
  | { readonly amount: number; readonly payee: string };

export interface PayOptions {
  /** What the receiver reads. */
  readonly messge?: string;
  readonly pinc?: string;
  /** Also where the same was paid within ten minutes. */
  readonly again?: boolean;
}

/** What the payer has to see before they pay: whose the account is, and what it costs. */
export interface PayoutOffer {
  readonly bank: string;
  readonly account: string;
  /** As the bank tells it. */
  readonly name: string;
  readonly amount: number;
  readonly charges: Data<'user_payout_quote'>['charges'];
  /** What the wallet pays, in Naira. */
  readonly total: number;
  /** Under which it is paid once: keep it where `isOutcomeUnknown`. */
  readonly idempotencyKey: string;
  /** The payer confirms. Called again with the same options, it pays once all the same. @throws HarmattanError */
  pay(options?: PayOptions): Promise<Data<'user_payout_create'>>;
}

export interface FollowOptions {
  /** Default 600,000. */
  readonly withinMs?: number;
  /** Before the second question; doubled each time, to at most half a minute. Default 1,000. */
  readonly firstDelayMs?: number;
  readonly signal?: AbortSignal;
}

const LONGEST_DELAY_MS = 30_000;

/** Asks whose the account is, and for the price; pays nothing. @throws HarmattanError */
export async function offerPayout(client: HarmattanClient, order: PayoutOrder): Promise<PayoutOffer> {
  const { amount } = order;
  const to = 'payee' in order ? await payeeOf(client, order.payee) : await client.call('user_bank_resolve', destinationOf(order));
  const { code, bank, account, name } = to;
  const { charges, total } = await client.call('user_payout_quote', { code, amount });
  const idempotencyKey = uniqueId();
  const destination = 'payee' in order ? { payee: order.payee } : { code, account, name };
  return {
    bank,
    account,
    name,
    amount,
    charges,
    total,
    idempotencyKey,
    pay: (options = {}) => client.call('user_payout_create', { ...destination, amount, ...options }, { idempotencyKey }),
  };
}

/** Asks until the payout has ended, or the time is over, in which case it is still `processing`. @throws HarmattanError */
export async function followPayout(client: HarmattanClient, marker: string, options: FollowOptions = {}): Promise<Payout> {
  const { withinMs = 600_000, firstDelayMs = 1_000, signal } = options;
  const until = Date.now() + withinMs;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    const { result } = await client.call('user_payout_fetch', { rqtp: 'mk', rqvl: marker }, signal ? { signal } : {});
    const payout = result[0]!;
    if (payout.status !== 'processing' || Date.now() + delayMs > until || !(await pause(delayMs, signal))) return payout;
  }
}

/** How the payout of a verified webhook ended; undefined of other webhooks. */
export function payoutEndOf(message: WebhookMessage): { readonly payoutId: string; readonly status: PayoutEnd } | undefined {
  if (message.type === 'payout.completed') return { payoutId: message.data.payoutId, status: 'completed' };
  if (message.type === 'payout.failed') return { payoutId: message.data.payoutId, status: 'failed' };
  if (message.type === 'payout.returned') return { payoutId: message.data.payoutId, status: 'returned' };
  return undefined;
}

function destinationOf({ code, account }: { readonly code: string; readonly account: string }) {
  return { code, account };
}

/** With the name that the bank tells now, under which it is refused until the owner confirms it. */
async function payeeOf(client: HarmattanClient, marker: string) {
  const { result } = await client.call('user_payee_fetch', { rqtp: 'mk', rqvl: marker });
  const { changed, name, ...payee } = result[0]!;
  return { ...payee, name: changed || name };
}
