import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import {
  type AccountOutcome,
  type AccountRequest,
  type PaymentsOutcome,
  type ProviderPayment,
  type WebhookContent,
  DepositProvider,
  type PaymentQuestion,
} from '../../deposit-provider.js';
import {
  feeWithin,
  type Fields,
  fieldsOf,
  maskedAccount,
  nameOf,
  textOf,
  wholeKobo,
  parseFields,
} from '../../../../platform/providers/fields.js';
import type { ListedStatus, ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import type { RawRequest } from '../../../../kernel/caller.js';
import { HOUR_MS } from '../../../../kernel/clock.js';
import { PaystackApi } from '../../../../platform/companies/paystack/paystack-api.js';
import type { PaystackSettings } from '../../../../platform/companies/paystack/paystack-settings.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { UnreadListing } from '../../../providers/index.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import { identityOf, isSigned } from '../../../../platform/providers/signed-webhook.js';
import { unopened } from '../deposit-providers.js';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The account of a charge by bank transfer; `duplicate` where the reference was sent before. */
export function readCharge({ status, body }: Answer, request: AccountRequest): AccountOutcome | 'duplicate' {
  if (status === 401 || status === 403) return { outcome: 'refused', reason: `http ${status}` };
  const envelope = readPaystackEnvelope(body);
  // A server that gave up, or waited in vain for another one, may have opened the account.
  if (!envelope || status >= 500 || status === 408) return unknown(`http ${status}`);
  if (!envelope.ok) {
    if (status === 400 && /duplicate/i.test(envelope.message)) return 'duplicate';
    return { outcome: 'refused', reason: `http ${status} ${envelope.code}`.trim() };
  }
  if (status >= 300) return unknown(`http ${status} with a success`);
  const { data } = envelope;
  if (data['reference'] !== request.reference) return unknown('the answer names another reference');
  if (data['status'] === 'failed') return { outcome: 'refused', reason: 'charge failed' };
  const accountNumber = nameOf(data['account_number']);
  if (data['status'] !== 'pending_bank_transfer' || accountNumber === undefined) return unknown('an answer that does not fit');
  const bankName = textOf(fieldsOf(data['bank'])?.['name']);
  const expiresAt = Date.parse(textOf(data['account_expires_at']));
  return {
    outcome: 'opened',
    account: { accountNumber: accountNumber.slice(0, 32), accountName: textOf(data['account_name']), bankName },
    expiresAt: Number.isNaN(expiresAt) ? request.expiresAt : expiresAt,
  };
}

/** States of a transaction in which no money has come in. */
const UNPAID: ReadonlySet<unknown> = new Set(['pending', 'ongoing', 'processing', 'queued', 'abandoned', 'failed']);

/** @param accountNumber the account that a webhook named */
export function readTransaction({ status, body }: Answer, reference: string, accountNumber = ''): PaymentsOutcome {
  const envelope = readPaystackEnvelope(body);
  if (!envelope) return unknown(`http ${status}`);
  const { ok, message, code, data } = envelope;
  if (!ok && (status === 404 || (status === 400 && (code === 'transaction_not_found' || /not found/i.test(message)))))
    return { outcome: 'not_found' };
  if (!ok || status !== 200) return unknown(`http ${status} ${code}`.trim());
  if (data['reference'] !== reference) return unknown('the answer names another reference');
  if (UNPAID.has(data['status'])) return { outcome: 'known', payments: [] };
  if (data['status'] === 'reversed') return { outcome: 'reversed', providerReference: reference };
  if (data['status'] !== 'success') return unknown('a state that is not known');
  const payment = readPayment(data, reference, accountNumber);
  return payment ? { outcome: 'known', payments: [payment] } : unknown('an answer that does not fit');
}

function readPayment(data: Fields, reference: string, announcedAccount: string): ProviderPayment | undefined {
  const amountKobo = wholeKobo(data['amount']);
  if (amountKobo === undefined || amountKobo === 0 || data['currency'] !== 'NGN') return undefined;
  const authorization = fieldsOf(data['authorization']) ?? {};
  const paidAt = Date.parse(textOf(data['paid_at']));
  return {
    transactionId: idOf(data['id']) ?? reference,
    providerReference: reference,
    amountKobo,
    feeKobo: feeWithin(wholeKobo(data['fees']), amountKobo),
    payer: {
      name: textOf(authorization['sender_name']),
      bank: textOf(authorization['sender_bank']),
      account: maskedAccount(authorization['sender_bank_account_number']),
    },
    reference,
    accountNumber: (nameOf(authorization['receiver_bank_account_number']) ?? announcedAccount).slice(0, 32),
    narration: textOf(authorization['narration']),
    sessionId: '',
    receivedAt: Number.isNaN(paidAt) ? undefined : paidAt,
  };
}

/** Undefined beyond the safe integers, where JSON numbers are rounded and two ids could become one. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return nameOf(value);
}

function unknown(cause: string) {
  return { outcome: 'unknown', cause } as const;
}

const STATUS: Readonly<Record<string, ListedStatus>> = { success: 'success', reversed: 'reversed' };

export interface Listing {
  /** Paid ones only. */
  readonly transactions: ListedTransaction[];
  /** The page's length, unpaid ones included. */
  readonly size: number;
}

/** One page of `GET /transaction`, or what is wrong with it. */
export function readListing({ status, body }: Answer): Listing | string {
  const fields = parseFields(body);
  const data = fields?.['data'];
  if (status !== 200 || fields?.['status'] !== true || !Array.isArray(data)) return `http ${status}`;
  const transactions: ListedTransaction[] = [];
  for (const entry of data.map(fieldsOf)) {
    const listed = entry && STATUS[textOf(entry['status'])];
    if (!listed) continue;
    const transaction = transactionOf(entry, listed);
    if (!transaction) return 'a transaction that does not fit';
    transactions.push(transaction);
  }
  return { transactions, size: data.length };
}

function transactionOf(entry: Fields, status: ListedStatus): ListedTransaction | undefined {
  const reference = nameOf(entry['reference']);
  const amountKobo = wholeKobo(entry['amount']);
  if (reference === undefined || amountKobo === undefined || entry['currency'] !== 'NGN') return undefined;
  const at = Date.parse(textOf(entry['paid_at']) || textOf(entry['paidAt']) || textOf(entry['created_at']));
  return {
    reference,
    transactionId: typeof entry['id'] === 'number' ? String(entry['id']) : textOf(entry['id'], 99),
    amountKobo,
    status,
    statusText: textOf(entry['status']),
    at: Number.isNaN(at) ? undefined : at,
    feeKobo: feeWithin(wholeKobo(entry['fees']), amountKobo),
  };
}

const NOTHING: WebhookContent = { questions: [], announcesPayment: false };

export function readPaystackWebhook(payload: string): WebhookContent {
  const message = parseFields(payload) ?? {};
  const data = fieldsOf(message['data']) ?? {};
  const event = textOf(message['event']);
  if (event === 'bank.transfer.rejected') return rejection(data);
  if (event.startsWith('charge.')) return question(data, data['reference'], event === 'charge.success');
  if (event.startsWith('refund.')) return question(data, data['transaction_reference'], false);
  return NOTHING;
}

function question(data: Fields, reference: unknown, announcesPayment: boolean): WebhookContent {
  const transactionId = nameOf(reference);
  if (transactionId === undefined) return NOTHING;
  const accountNumber = nameOf(fieldsOf(data['authorization'])?.['receiver_bank_account_number']);
  return { questions: [{ transactionId, ...(accountNumber === undefined ? {} : { accountNumber }) }], announcesPayment };
}

/** It names no charge, only the customer. */
function rejection(data: Fields): WebhookContent {
  const transfer = fieldsOf(data['bank_transfer']) ?? {};
  const id =
    typeof transfer['transaction_id'] === 'number' ? String(transfer['transaction_id']) : nameOf(transfer['transaction_id']);
  const customerEmail = textOf(fieldsOf(data['customer'])?.['email']);
  if (id === undefined || customerEmail === '') return NOTHING;
  const reason = transfer['message_type'] === 'INCORRECT_AMOUNT' ? 'the amount is not the one of the deposit order' : '';
  const rejected = { id, reference: undefined, customerEmail, amountKobo: wholeKobo(transfer['amount']), reason };
  return { ...NOTHING, rejected };
}

const PER_PAGE = 100;
/** Paystack lists by the time when a charge was opened, and its account may be paid for hours. */
const LONGEST_CHARGE_MS = 8 * HOUR_MS;

/** Paystack's "Pay with Transfer": one account for one charge, whose end we choose. */
export class PaystackDepositProvider extends DepositProvider {
  readonly name = 'paystack';
  readonly isPolled = true;

  private readonly api: PaystackApi;

  constructor(
    private readonly settings: PaystackSettings,
    http: HttpClient,
  ) {
    super();
    this.api = new PaystackApi(settings, http);
  }

  async openAccount(request: AccountRequest): Promise<AccountOutcome> {
    const { reference, amountKobo, expiresAt, customer } = request;
    const charge = {
      email: customer.email,
      amount: amountKobo,
      reference,
      bank_transfer: { account_expires_at: new Date(expiresAt).toISOString() },
    };
    const result = await this.api.post('/charge', charge, this.settings.submitTimeoutMs);
    if (result.kind !== 'answered') return unopened(result);
    const outcome = readCharge(result, request);
    return outcome === 'duplicate' ? this.openedBefore(request) : outcome;
  }

  async payments(question: PaymentQuestion): Promise<PaymentsOutcome> {
    const isOurs = 'reference' in question;
    const reference = isOurs ? question.reference : question.transactionId;
    const result = await this.api.get(`/transaction/verify/${encodeURIComponent(reference)}`);
    if (result.kind !== 'answered') return { outcome: 'unknown', cause: result.cause };
    return readTransaction(result, reference, isOurs ? undefined : question.accountNumber);
  }

  identifyWebhook(request: RawRequest): WebhookIdentity | undefined {
    if (!isSigned(request, 'x-paystack-signature', this.settings.secretKey)) return undefined;
    return identityOf(request, 'event');
  }

  readWebhook(payload: string): Promise<WebhookContent> {
    return Promise.resolve(readPaystackWebhook(payload));
  }

  override async *transactions({ from, to }: Period): AsyncIterable<ListedTransaction[]> {
    const since = new Date(from - LONGEST_CHARGE_MS).toISOString();
    const range = `perPage=${PER_PAGE}&from=${since}&to=${new Date(to).toISOString()}`;
    for (let page = 1, isLast = false; !isLast; page++) {
      const result = await this.api.get(`/transaction?${range}&page=${page}`);
      const listing = result.kind === 'answered' ? readListing(result) : result.cause;
      if (typeof listing === 'string') throw new UnreadListing(`page ${page} of its transactions: ${listing}`);
      yield listing.transactions;
      isLast = listing.size < PER_PAGE;
    }
  }

  private async openedBefore(request: AccountRequest): Promise<AccountOutcome> {
    const result = await this.api.get(`/charge/${encodeURIComponent(request.reference)}`);
    if (result.kind !== 'answered') return { outcome: 'unknown', cause: result.cause };
    const outcome = result.status === 200 ? readCharge(result, request) : 'duplicate';
    return outcome === 'duplicate' ? { outcome: 'unknown', cause: 'a repeated reference whose charge is not shown' } : outcome;
  }
}
