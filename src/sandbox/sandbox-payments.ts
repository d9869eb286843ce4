import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { sleep, steadyMs, wallMs } from '../kernel/timers.js';
import { DepositOrders, ExpireOrders, SandboxBank } from '../contexts/deposits/index.js';
import { ReceiveWebhook, Webhooks } from '../contexts/webhooks/index.js';
import { kobo, type Kobo, naira, toNaira } from '../kernel/money.js';
import { Config } from '../platform/config/config.js';
import { SandboxRefusal } from './outcome-names.js';

export const PAYMENT_MANNERS = ['exact', 'short', 'late', 'twice', 'untold'] as const;
export type PaymentManner = (typeof PAYMENT_MANNERS)[number];

const PROVIDER = 'sandbox';
/** How long a caller waits for the service to take a payment in, so that the wallet has it with the answer. */
const TAKEN_IN_WITHIN_MS = 10_000;
const POLL_MS = 50;
const RECENT = 20;

export interface SandboxPayment {
  readonly transactionId: string;
  readonly accountNumber: string;
  readonly amountKobo: Kobo;
}

const PAYER = 'Sandbox Payer';

/** Pays into accounts of the sandbox bank, or takes that back, which tells the service by a signed webhook. */
@Injectable()
export class SandboxPayments {
  private readonly webhook: Webhook;

  constructor(
    private readonly bank: SandboxBank,
    private readonly orders: DepositOrders,
    private readonly expireOrders: ExpireOrders,
    private readonly receiveWebhook: ReceiveWebhook,
    private readonly webhooks: Webhooks,
    config: Config,
  ) {
    this.webhook = new Webhook(config.sandboxWebhookSecret);
  }

  /**
   * Any account may be paid into; what belongs to no order ends in suspense. What the service is not told of, reconciliation finds.
   * @param amountKobo undefined: what the account's order announced
   * @throws SandboxRefusal
   */
  async pay(accountNumber: string, amountKobo: Kobo | undefined, manner: PaymentManner): Promise<SandboxPayment[]> {
    if (accountNumber === '') throw new SandboxRefusal('The account number is empty: name the accountNumber of a deposit order.');
    const account = await this.bank.findAccount({ accountNumber });
    const wanted = amountKobo ?? account?.amountKobo;
    if (wanted === undefined) throw new SandboxRefusal(`No order has the account ${accountNumber}: name the amount.`);
    if (manner === 'late') {
      if (!account) throw new SandboxRefusal(`No order has the account ${accountNumber}, so no payment to it is late.`);
      await this.endOrder(accountNumber, account.reference);
    }
    const paid = manner === 'short' ? half(wanted) : wanted;
    const payments = Array.from({ length: manner === 'twice' ? 2 : 1 }, () => randomUUID()).map((transactionId) => {
      return { transactionId, accountNumber, amountKobo: paid };
    });
    const events: string[] = [];
    for (const payment of payments) events.push(...(await this.receive(payment, manner !== 'untold')));
    await this.takenIn(events);
    return payments;
  }

  /** The payments in the account that the bank has not taken back yet. @throws SandboxRefusal if there are none */
  async reverse(accountNumber: string): Promise<SandboxPayment[]> {
    const payments = await this.bank.paymentsTo(accountNumber);
    if (payments.length === 0) throw new SandboxRefusal(`Nothing that was paid into ${accountNumber} can be taken back.`);
    const events: string[] = [];
    for (const { transactionId } of payments) events.push(await this.send('deposit.reversed', { transactionId }));
    await this.takenIn(events);
    return payments.map(({ transactionId, amountKobo }) => ({ transactionId, accountNumber, amountKobo }));
  }

  private async endOrder(accountNumber: string, orderId: string): Promise<void> {
    const order = await this.orders.find(orderId);
    await this.bank.endAccount(accountNumber);
    if (order?.status === 'pending') await this.expireOrders.expire(order);
  }

  /** @returns the ids of the events that tell of it */
  private async receive({ transactionId, accountNumber, amountKobo }: SandboxPayment, isTold: boolean): Promise<string[]> {
    if (isTold) {
      const data = { accountNumber, amount: toNaira(amountKobo), transactionId, payerName: PAYER };
      return [await this.send('deposit.received', data)];
    }
    await this.bank.receive({ transactionId, accountNumber, amountKobo, payerName: PAYER });
    return [];
  }

  /** Until jobs have processed what the bank sent, or in vain where no service runs. */
  private async takenIn(events: readonly string[]): Promise<void> {
    const end = steadyMs() + TAKEN_IN_WITHIN_MS;
    while (steadyMs() < end) {
      const { items } = await this.webhooks.list({ partner: PROVIDER }, { before: undefined, size: RECENT });
      const done = items.filter(({ status }) => status === 'succeeded').map(({ eventId }) => eventId);
      if (events.every((event) => done.includes(event))) return;
      await sleep(POLL_MS);
    }
  }

  /** @returns the id of the event */
  private async send(type: string, data: object): Promise<string> {
    const body = JSON.stringify({ type, data });
    const id = `evt_${randomUUID()}`;
    const now = new Date(wallMs());
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': this.webhook.sign(id, now, body),
    };
    await this.receiveWebhook.execute(PROVIDER, { headers, body: Buffer.from(body) });
    return id;
  }
}

/** In whole Naira where there are any. */
function half(amountKobo: Kobo): Kobo {
  return amountKobo >= naira(2) ? naira(Math.floor(toNaira(amountKobo) / 2)) : kobo(Math.max(1, Math.floor(amountKobo / 2)));
}
