import { Injectable } from '@nestjs/common';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { RawRequest } from '../../../../kernel/caller.js';
import { parseNaira } from '../../../../kernel/money.js';
import type { ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { Config } from '../../../../platform/config/config.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import {
  type AccountOutcome,
  type AccountRequest,
  DepositProvider,
  type PaymentQuestion,
  type PaymentsOutcome,
  type ProviderPayment,
  type WebhookContent,
} from '../../deposit-provider.js';
import { TypeormSandboxBank, type SandboxPaymentRow } from './typeorm-sandbox-bank.js';

const BANK_NAME = 'Sandbox Bank';
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * For development and tests. Money arrives by webhook,
 * `{"type":"deposit.received","data":{"accountNumber","amount","transactionId","payerName"}}`,
 * and is taken back by `{"type":"deposit.reversed","data":{"transactionId"}}`.
 */
@Injectable()
export class SandboxDepositProvider extends DepositProvider {
  readonly name = 'sandbox';
  readonly isPolled = false;
  private readonly webhook: Webhook;

  constructor(
    private readonly bank: TypeormSandboxBank,
    config: Config,
  ) {
    super();
    this.webhook = new Webhook(config.sandboxWebhookSecret);
  }

  async openAccount({ reference, amountKobo, expiresAt, customer }: AccountRequest): Promise<AccountOutcome> {
    const accountName = `Harmattan / ${customer.name}`.slice(0, 255);
    const opened = await this.bank.openAccount({ reference, accountName, amountKobo, expiresAt });
    return {
      outcome: 'opened',
      account: { accountNumber: opened.accountNumber, accountName: opened.accountName, bankName: BANK_NAME },
      expiresAt: opened.expiresAt,
    };
  }

  async payments(question: PaymentQuestion): Promise<PaymentsOutcome> {
    if ('reference' in question) {
      const account = await this.bank.findAccount(question);
      if (!account) return { outcome: 'not_found' };
      const payments = await this.bank.paymentsTo(account.accountNumber);
      return { outcome: 'known', payments: payments.map((row) => payment(row, account.reference)) };
    }
    const row = await this.bank.findPayment(question.transactionId);
    if (!row) return { outcome: 'not_found' };
    if (row.reversedAt !== null) return { outcome: 'reversed', providerReference: row.transactionId };
    const account = await this.bank.findAccount({ accountNumber: row.accountNumber });
    return { outcome: 'known', payments: [payment(row, account?.reference)] };
  }

  override transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> {
    return this.bank.within(period);
  }

  identifyWebhook({ headers, body }: RawRequest): WebhookIdentity | undefined {
    const given = Object.fromEntries(HEADERS.map((name) => [name, String(headers[name] ?? '')]));
    const eventId = given['webhook-id']!;
    if (eventId.length > 128) return undefined;
    try {
      this.webhook.verify(Buffer.from(body), given, { jsonParse: false });
    } catch (error) {
      if (error instanceof WebhookVerificationError) return undefined;
      throw error;
    }
    return { eventId, event: typeOf(parse(body)).slice(0, 64) };
  }

  async readWebhook(payload: string): Promise<WebhookContent> {
    const message = parse(payload);
    if (typeOf(message) === 'deposit.reversed') {
      const transactionId = readTransactionId(message['data']);
      await this.bank.reverse(transactionId);
      return { questions: [{ transactionId }], announcesPayment: true };
    }
    if (typeOf(message) !== 'deposit.received') return { questions: [], announcesPayment: false };
    const received = readReceived(message['data']);
    await this.bank.receive(received);
    return { questions: [{ transactionId: received.transactionId }], announcesPayment: true };
  }
}

function parse(body: Uint8Array | string): Record<string, unknown> {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

function typeOf({ type }: Record<string, unknown>): string {
  return typeof type === 'string' ? type : '';
}

function readReceived(data: unknown) {
  const { accountNumber, amount, payerName } = (data ?? {}) as Record<string, unknown>;
  const amountKobo = parseNaira(amount);
  if (!isText(accountNumber, 32)) throw new Error('deposit.received: accountNumber is not a text of 1 to 32 characters');
  if (amountKobo === undefined) throw new Error('deposit.received: amount is not an amount in Naira');
  return {
    accountNumber,
    amountKobo,
    transactionId: readTransactionId(data),
    payerName: isText(payerName, 255) ? payerName : '',
  };
}

function readTransactionId(data: unknown): string {
  const { transactionId } = (data ?? {}) as Record<string, unknown>;
  if (!isText(transactionId, 100)) throw new Error('transactionId is not a text of 1 to 100 characters');
  return transactionId;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= longest && !value.includes('\0');
}

function payment(
  { transactionId, amountKobo, payerName, accountNumber, createdAt }: SandboxPaymentRow,
  reference: string | undefined,
): ProviderPayment {
  return {
    transactionId,
    providerReference: transactionId,
    amountKobo,
    payer: { name: payerName, bank: '', account: '' },
    accountNumber,
    narration: '',
    sessionId: '',
    reference,
    receivedAt: createdAt,
  };
}
