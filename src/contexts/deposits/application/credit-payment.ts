import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { exactText } from '../../../kernel/exact-text.js';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, kobo, type Kobo } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import { depositClearing, type LedgerCommand, type Journal, Ledger, SUSPENSE_ACCOUNT } from '../../wallet/index.js';
import { type DepositOrder, GRACE_MS } from '../domain/deposit-order.js';
import { DepositOrders } from './ports/deposit-orders.js';
import type { ProviderPayment } from './ports/deposit-provider.js';

const LONGEST_NAME = 120;
/** How far a provider's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Credits the amount received, once for each payment, also when it is late or differs from the order; suspense without an order.
 */
@Injectable()
export class CreditPayment {
  constructor(
    private readonly orders: DepositOrders,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async execute(provider: string, payment: ProviderPayment): Promise<void> {
    // MySQL ignores trailing spaces in unique keys.
    const key = exactText(`${provider}:${payment.transactionId}`);
    const request: IdempotencyKey = { scope: 'system', action: 'deposit', key, fingerprint: String(payment.amountKobo) };
    const order = await this.orderOf(provider, payment);
    const command = order ? this.credit(order, payment) : this.park(provider, payment);
    const committed = await this.ledger.commit({ idempotencyKey: request, response: order?.id ?? null, ...command });
    if (committed === 'stale') throw new Error(`deposit order ${order?.id} is not there`);
    const amount = formatNaira(payment.amountKobo);
    if (committed instanceof Replayed && committed.record.fingerprint !== request.fingerprint) {
      await this.warn(
        `${provider} now says that transaction ${payment.transactionId} is ${amount}; what it said first is booked`,
        `${key}:changed`,
      );
    } else if (!order) {
      await this.warn(
        `${amount} from ${provider} (transaction ${payment.transactionId}) matches no deposit order and is in suspense`,
        key,
      );
    }
  }

  private warn(description: string, key: string): Promise<void> {
    return this.systemLogs.record({ kind: 'warning', description, key: `deposit:${key}` });
  }

  /** By our reference; else by the account, which other orders may use at other times. */
  private async orderOf(
    provider: string,
    { reference, accountNumber, receivedAt = this.clock.now() }: ProviderPayment,
  ): Promise<DepositOrder | undefined> {
    const order = reference === undefined ? undefined : await this.orders.find(reference);
    if (order?.provider === provider) return order;
    if (accountNumber === '') return undefined;
    return this.orders.findByAccount(provider, accountNumber, receivedAt - GRACE_MS, receivedAt + CLOCK_SKEW_MS);
  }

  private credit(order: DepositOrder, payment: ProviderPayment): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const { amountKobo } = payment;
    const note = payment.payerName === '' ? 'Deposit' : `Deposit from ${payment.payerName.slice(0, LONGEST_NAME)}`;
    return {
      journal: deposit(id, order.id, order.provider, { account: order.userId, amountKobo, note }),
      inserts: [this.orders.paymentRecord({ ...payment, id, provider: order.provider, orderId: order.id })],
      updates: [this.orders.completion(order.id)],
    };
  }

  private park(provider: string, payment: ProviderPayment): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const note = `Deposit without an order, transaction ${payment.transactionId}`;
    return {
      journal: deposit(id, id, provider, { account: SUSPENSE_ACCOUNT, amountKobo: payment.amountKobo, note }),
      inserts: [this.orders.paymentRecord({ ...payment, id, provider, orderId: undefined })],
    };
  }
}

function deposit(
  id: string,
  subject: string,
  provider: string,
  to: { account: string; amountKobo: Kobo; note: string },
): Journal {
  const from = { account: depositClearing(provider), amountKobo: kobo(-to.amountKobo), note: `Deposit ${subject}` };
  return { id, kind: 'deposit', subject, postings: [from, to] };
}
