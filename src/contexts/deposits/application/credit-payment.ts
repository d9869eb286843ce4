import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, kobo, type Kobo } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import { Notices } from '../../notifications/index.js';
import { depositClearing, type LedgerCommand, type Journal, Ledger, SUSPENSE_ACCOUNT } from '../../wallet/index.js';
import type { DepositOrder } from '../domain/deposit-order.js';
import { DepositOrders } from './ports/deposit-orders.js';
import type { ProviderPayment } from './ports/deposit-provider.js';

const LONGEST_NAME = 120;

/**
 * Credits what a provider says it received, once however often it is told. What arrives is what is credited: less or
 * more than was ordered, after the order's end, or a second time. What matches no order waits in suspense for staff.
 */
@Injectable()
export class CreditPayment {
  constructor(
    private readonly orders: DepositOrders,
    private readonly ledger: Ledger,
    private readonly notices: Notices,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(provider: string, payment: ProviderPayment): Promise<void> {
    const key = `${provider}:${payment.transactionId}`;
    const request: IdempotencyKey = { scope: 'system', action: 'deposit', key, fingerprint: String(payment.amountKobo) };
    const order = await this.orderOf(provider, payment);
    const fact = order ? this.credit(order, payment) : this.park(provider, payment);
    const outcome = await this.ledger.commit({ idempotencyKey: request, response: order?.id ?? null, ...fact });
    const amount = formatNaira(payment.amountKobo);
    if (outcome instanceof Replayed && outcome.record.fingerprint !== request.fingerprint) {
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

  private async orderOf(provider: string, { reference, accountNumber }: ProviderPayment): Promise<DepositOrder | undefined> {
    const order = reference === undefined ? undefined : await this.orders.find(reference);
    if (order?.provider === provider) return order;
    // An order that has no account yet has an empty one.
    return accountNumber === '' ? undefined : this.orders.findByAccount(provider, accountNumber);
  }

  private credit(order: DepositOrder, payment: ProviderPayment): Omit<LedgerCommand, 'idempotencyKey'> {
    const id = newId();
    const { amountKobo } = payment;
    const note = payment.payerName === '' ? 'Deposit' : `Deposit from ${payment.payerName.slice(0, LONGEST_NAME)}`;
    const message = creditedMessage(order, amountKobo);
    return {
      journal: deposit(id, order.id, order.provider, { account: order.userId, amountKobo, note }),
      inserts: [
        this.orders.paymentRecord({ ...payment, id, provider: order.provider, orderId: order.id }),
        this.notices.toRow({ userId: order.userId, subject: 'Deposit received', message }),
      ],
      updates: [this.orders.completion(order.id)],
      events: [{ name: 'deposit.completed', data: { orderId: order.id, userId: order.userId, paymentId: id, amountKobo } }],
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

function creditedMessage({ amountKobo: orderedKobo }: DepositOrder, amountKobo: Kobo): string {
  const credited = `${formatNaira(amountKobo)} has been added to your wallet.`;
  if (amountKobo === orderedKobo) return credited;
  const difference = amountKobo < orderedKobo ? 'less' : 'more';
  return `${credited} That is ${difference} than the ${formatNaira(orderedKobo)} of your deposit order.`;
}
