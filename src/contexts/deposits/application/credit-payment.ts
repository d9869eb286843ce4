import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { exactText } from '../../../kernel/exact-text.js';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, kobo, type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import {
  depositClearing,
  type LedgerCommand,
  type Journal,
  Ledger,
  providerCosts,
  SUSPENSE_ACCOUNT,
} from '../../../ledger/index.js';
import type { DepositOrder } from '../domain/deposit-order.js';
import { clearingNote, creditKey } from '../domain/payment-identity.js';
import { creditable, unlisted } from '../domain/uncredited.js';
import { BookLaterCost, untold } from './book-later-cost.js';
import { MatchOrder, type OrderMatch } from './match-order.js';
import { type ProviderPayment } from './deposit-provider.js';
import { DepositOrders, DepositPayments } from './ports.js';

const LONGEST_NAME = 120;
/** Each time another payment of the same order was committed in between. */
const ATTEMPTS = 100;

type CostedPayment = ProviderPayment & { readonly costKobo: Kobo };

export interface ReceivedPayments {
  readonly payments: readonly ProviderPayment[];
  readonly total?: ProviderPayment;
}

/**
 * Credits the amount received, once for each payment, also when it is late or differs from the order; suspense without an order.
 * Never books more of a transaction than the total that its provider names.
 */
@Injectable()
export class CreditPayment {
  constructor(
    private readonly matchOrder: MatchOrder,
    private readonly orders: DepositOrders,
    private readonly bookedPayments: DepositPayments,
    private readonly bookLaterCost: BookLaterCost,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(provider: string, { payments, total }: ReceivedPayments): Promise<void> {
    const whole = total ?? payments[0];
    if (!whole) return;
    const { feeKobo } = whole;
    for (const payment of payments)
      await this.untilFresh(() => this.credit(provider, { ...payment, feeKobo }, total?.amountKobo));
    const listed = payments.map(({ amountKobo }) => amountKobo);
    if (total) await this.untilFresh(() => this.creditUnlisted(provider, total, listed));
    await this.untilFresh(() => this.bookLaterCost.execute(provider, whole));
  }

  private async untilFresh(credit: () => Promise<'done' | 'stale'>): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) if ((await credit()) === 'done') return;
    throw new Error('the deposit order changes all the time');
  }

  /** What the provider does not list has no id: it is named by what was booked before it. */
  private async creditUnlisted(provider: string, total: ProviderPayment, listed: readonly Kobo[]): Promise<'done' | 'stale'> {
    const match = await this.matchOrder.execute(provider, total);
    const bookedKobo = await this.bookedPayments.bookedKobo(provider, total.providerReference);
    const amountKobo = unlisted(total.amountKobo, bookedKobo, listed);
    if (amountKobo === 0) return 'done';
    const transactionId = bookedKobo === 0 ? total.transactionId : `${total.transactionId}+${bookedKobo}`;
    return this.commit(provider, { ...total, transactionId, amountKobo }, amountKobo, match);
  }

  private async credit(provider: string, payment: ProviderPayment, totalKobo: Kobo | undefined): Promise<'done' | 'stale'> {
    // Read before what is booked, so that a credit in between makes the command stale.
    const match = await this.matchOrder.execute(provider, payment);
    const amountKobo =
      totalKobo === undefined
        ? payment.amountKobo
        : creditable(payment.amountKobo, totalKobo, await this.bookedPayments.bookedKobo(provider, payment.providerReference));
    return amountKobo === 0 ? 'done' : this.commit(provider, payment, amountKobo, match);
  }

  private async commit(
    provider: string,
    payment: ProviderPayment,
    amountKobo: Kobo,
    match: OrderMatch,
  ): Promise<'done' | 'stale'> {
    // MySQL ignores trailing spaces in unique keys.
    const key = creditKey({ provider, transactionId: exactText(payment.transactionId) });
    const request: IdempotencyKey = { scope: 'system', action: 'deposit', key, fingerprint: String(payment.amountKobo) };
    const booked = {
      ...payment,
      amountKobo,
      costKobo: match.order ? await this.costOf(provider, payment, amountKobo) : ZERO_KOBO,
    };
    const command = match.order ? this.toWallet(match.order, booked) : this.toSuspense(provider, booked, match.reason);
    const committed = await this.ledger.commit({ idempotencyKey: request, response: match.order?.id ?? null, ...command });
    if (committed === 'stale') return 'stale';
    const amount = formatNaira(payment.amountKobo);
    if (committed instanceof Replayed && committed.record.fingerprint !== request.fingerprint) {
      await this.warn(
        `${provider} now says that transaction ${payment.transactionId} is ${amount}; what it said first is booked`,
        `${key}:changed`,
      );
    } else if (!match.order) {
      await this.warn(`${amount} from ${provider} (transaction ${payment.transactionId}) is in suspense: ${match.reason}`, key);
    }
    return 'done';
  }

  /** For a payment of an order; without one it is booked afterwards, because nothing else keeps two of them from booking it. */
  private async costOf(provider: string, { providerReference, feeKobo }: ProviderPayment, amountKobo: Kobo): Promise<Kobo> {
    if (feeKobo === undefined) return ZERO_KOBO;
    const restKobo = untold(feeKobo, await this.bookedPayments.costsOf(provider, providerReference));
    return kobo(Math.max(0, Math.min(restKobo, amountKobo)));
  }

  private warn(description: string, key: string): Promise<void> {
    return this.systemLogs.record({ kind: 'warning', description, key: `deposit:${key}` });
  }

  private toWallet(order: DepositOrder, payment: CostedPayment): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const { amountKobo, costKobo } = payment;
    const { name } = payment.payer;
    const note = name === '' ? 'Deposit' : `Deposit from ${name.slice(0, LONGEST_NAME)}`;
    return {
      journal: deposit(id, order.id, order.provider, payment, { account: order.userId, amountKobo, note }),
      inserts: [this.bookedPayments.record({ ...payment, id, provider: order.provider, orderId: order.id, reason: '' })],
      updates: [this.orders.completion(order, amountKobo, costKobo)],
    };
  }

  private toSuspense(provider: string, payment: CostedPayment, reason: string): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const note = `Deposit without an order, transaction ${payment.transactionId}`;
    return {
      journal: deposit(id, id, provider, payment, { account: SUSPENSE_ACCOUNT, amountKobo: payment.amountKobo, note }),
      inserts: [this.bookedPayments.record({ ...payment, id, provider, orderId: undefined, reason })],
    };
  }
}

function deposit(
  id: string,
  subject: string,
  provider: string,
  payment: CostedPayment,
  to: { account: string; amountKobo: Kobo; note: string },
): Journal {
  const { costKobo } = payment;
  const from = {
    account: depositClearing(provider),
    amountKobo: kobo(costKobo - to.amountKobo),
    note: clearingNote(subject, payment),
  };
  const cost = { account: providerCosts(provider), amountKobo: kobo(-costKobo), note: `Fee of deposit ${subject}` };
  return { id, kind: 'deposit', subject, postings: [from, cost, to].filter(({ amountKobo }) => amountKobo !== 0) };
}
