import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { SandboxBank } from '../contexts/deposits/adapters/sandbox/sandbox-bank.js';
import { ExpireOrders } from '../contexts/deposits/application/expire-orders.js';
import { DepositOrders } from '../contexts/deposits/application/ports/deposit-orders.js';
import { ReceiveWebhook } from '../contexts/webhooks/application/receive-webhook.js';
import { kobo, type Kobo, naira, toNaira } from '../kernel/money.js';
import { Config } from '../platform/config/config.js';
import { SandboxRefusal } from './sandbox.failures.js';

export const PAYMENT_MANNERS = ['exact', 'short', 'late', 'twice', 'untold'] as const;
export type PaymentManner = (typeof PAYMENT_MANNERS)[number];

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
    const account = await this.bank.findAccount({ accountNumber });
    const wanted = amountKobo ?? account?.amountKobo;
    if (wanted === undefined) throw new SandboxRefusal(`No order has the account ${accountNumber}: name the amount.`);
    if (manner === 'late') {
      if (!account) throw new SandboxRefusal(`No order has the account ${accountNumber}, so no payment to it is late.`);
      await this.endOrder(accountNumber, account.reference);
    }
    const paid = manner === 'short' ? half(wanted) : wanted;
    const payments: SandboxPayment[] = [];
    for (let count = 0; count < (manner === 'twice' ? 2 : 1); count++)
      payments.push(await this.receive({ transactionId: randomUUID(), accountNumber, amountKobo: paid }, manner !== 'untold'));
    return payments;
  }

  /** What the bank received in the account, and has not taken back yet. @throws SandboxRefusal where there is nothing */
  async reverse(accountNumber: string): Promise<SandboxPayment[]> {
    const payments = await this.bank.paymentsTo(accountNumber);
    if (payments.length === 0) throw new SandboxRefusal(`Nothing that was paid into ${accountNumber} can be taken back.`);
    for (const { transactionId } of payments) await this.send('deposit.reversed', { transactionId });
    return payments.map(({ transactionId, amountKobo }) => ({ transactionId, accountNumber, amountKobo }));
  }

  private async endOrder(accountNumber: string, orderId: string): Promise<void> {
    const order = await this.orders.find(orderId);
    await this.bank.endAccount(accountNumber);
    if (order?.status === 'pending') await this.expireOrders.expire(order);
  }

  private async receive(payment: SandboxPayment, isTold: boolean): Promise<SandboxPayment> {
    const { transactionId, accountNumber, amountKobo } = payment;
    if (isTold)
      await this.send('deposit.received', { accountNumber, amount: toNaira(amountKobo), transactionId, payerName: PAYER });
    else await this.bank.receive({ transactionId, accountNumber, amountKobo, payerName: PAYER });
    return payment;
  }

  private async send(type: string, data: object): Promise<void> {
    const body = JSON.stringify({ type, data });
    const id = `evt_${randomUUID()}`;
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': this.webhook.sign(id, now, body),
    };
    await this.receiveWebhook.execute('sandbox', { headers, body: Buffer.from(body) });
  }
}

/** In whole Naira where there are any. */
function half(amountKobo: Kobo): Kobo {
  return amountKobo >= naira(2) ? naira(Math.floor(toNaira(amountKobo) / 2)) : kobo(Math.max(1, Math.floor(amountKobo / 2)));
}
