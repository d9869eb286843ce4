import type { ListedStatus, ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import {
  feeWithin,
  type Fields,
  fieldsOf,
  nairaAsKobo,
  nameOf,
  textOf,
  listOfFields,
  parseFields,
} from '../../../../platform/providers/fields.js';
import { parseMonnifyTime } from '../../../../platform/companies/monnify/monnify-time.js';
import {
  type WebhookContent,
  type AccountOutcome,
  type AccountRequest,
  DepositProvider,
  type PaymentQuestion,
  type PaymentsOutcome,
} from '../../deposit-provider.js';
import type { RawRequest } from '../../../../kernel/caller.js';
import { type Clock, HOUR_MS } from '../../../../kernel/clock.js';
import { toNaira } from '../../../../kernel/money.js';
import type { MonnifySettings } from '../../../../platform/companies/monnify/monnify-settings.js';
import { MonnifyApi } from '../../../../platform/companies/monnify/monnify-api.js';
import type { MonnifyReading } from '../../../../platform/companies/monnify/monnify-envelope.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { UnreadListing } from '../../../providers/index.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import { identityOf, isSigned } from '../../../../platform/providers/signed-webhook.js';
import { isDuplicate, readAccount, readTransaction } from './monnify-answers.js';

const STATUS: Readonly<Record<string, ListedStatus>> = {
  PAID: 'success',
  OVERPAID: 'success',
  PARTIALLY_PAID: 'success',
  REVERSED: 'reversed',
};

export interface Listing {
  /** Paid ones only. */
  readonly transactions: ListedTransaction[];
  /** The page's length, unpaid ones included. */
  readonly size: number;
}

export function readListing(body: Fields, offset: string): Listing | string {
  const content = body['content'];
  if (!Array.isArray(content)) return 'an answer that does not fit';
  const transactions: ListedTransaction[] = [];
  for (const entry of content.map(fieldsOf)) {
    const listed = entry && STATUS[textOf(entry['paymentStatus'])];
    if (!listed) continue;
    const transaction = listedTransactionOf(entry, listed, offset);
    if (!transaction) return 'a transaction that does not fit';
    transactions.push(transaction);
  }
  return { transactions, size: content.length };
}

function listedTransactionOf(entry: Fields, status: ListedStatus, offset: string): ListedTransaction | undefined {
  const reference = nameOf(entry['transactionReference']);
  const amountKobo = nairaAsKobo(entry['amountPaid'] ?? entry['amount']);
  if (reference === undefined || amountKobo === undefined) return undefined;
  const settledKobo = nairaAsKobo(entry['settlementAmount']);
  const time = ['completedOn', 'paidOn', 'createdOn'].map((name) => textOf(entry[name])).find((text) => text !== '') ?? '';
  return {
    reference,
    transactionId: reference,
    amountKobo,
    status,
    statusText: textOf(entry['paymentStatus']),
    at: parseMonnifyTime(time, offset),
    feeKobo: settledKobo === undefined ? undefined : feeWithin(amountKobo - settledKobo, amountKobo),
  };
}

const NOTHING: WebhookContent = { questions: [], announcesPayment: false };

export function readMonnifyWebhook(payload: string): WebhookContent {
  const message = parseFields(payload) ?? {};
  const data = fieldsOf(message['eventData']) ?? {};
  const type = textOf(message['eventType']);
  if (type === 'SUCCESSFUL_TRANSACTION') return question(data, true);
  if (type === 'REJECTED_PAYMENT') return { ...question(data, false), ...rejection(data) };
  // Disbursements are payouts, whose references name no deposit.
  return /REFUND|REVERS/.test(type) && !type.endsWith('_DISBURSEMENT') ? question(data, false) : NOTHING;
}

function question(data: Fields, announcesPayment: boolean): WebhookContent {
  const transactionId = nameOf(data['transactionReference']);
  const reference = nameOf(data['paymentReference']);
  if (transactionId === undefined) return reference === undefined ? NOTHING : { questions: [{ reference }], announcesPayment };
  const accountNumber = nameOf(fieldsOf(data['destinationAccountInformation'])?.['accountNumber']);
  return { questions: [{ transactionId, ...(accountNumber === undefined ? {} : { accountNumber }) }], announcesPayment };
}

function rejection(data: Fields): Pick<WebhookContent, 'rejected'> {
  const transactionReference = nameOf(data['transactionReference']);
  if (transactionReference === undefined) return {};
  const sessionId = nameOf(listOfFields(data['paymentSourceInformation'])[0]?.['sessionId']);
  const why = textOf(fieldsOf(data['paymentRejectionInformation'])?.['rejectionReason']);
  return {
    rejected: {
      id: sessionId ?? transactionReference,
      reference: nameOf(data['paymentReference']),
      customerEmail: undefined,
      amountKobo: nairaAsKobo(data['amount'] ?? data['amountPaid']),
      reason: REASONS[why] ?? '',
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  UNDER_PAYMENT: 'the amount is less than that of the deposit order',
  OVER_PAYMENT: 'the amount is more than that of the deposit order',
};

const PER_PAGE = 100;
/** Monnify lists by the time when a transaction was begun, whose account lives 40 minutes. */
const LONGEST_TRANSACTION_MS = 2 * HOUR_MS;

type Unsuccessful = Exclude<MonnifyReading, { kind: 'success' }>;

export interface MonnifyDepositSettings extends MonnifySettings {
  readonly contractCode: string;
}

/** Monnify's one-time account for one transaction, which ends when Monnify says. */
export class MonnifyDepositProvider extends DepositProvider {
  readonly name = 'monnify';
  readonly isPolled = true;
  private readonly api: MonnifyApi;

  constructor(
    private readonly settings: MonnifyDepositSettings,
    http: HttpClient,
    private readonly clock: Clock,
  ) {
    super();
    this.api = new MonnifyApi(settings, http, clock);
  }

  async openAccount(request: AccountRequest): Promise<AccountOutcome> {
    const begun = await this.begin(request);
    if (typeof begun !== 'string') return unopened(begun);
    const payment = { transactionReference: begun };
    const { submitTimeoutMs, readTimeoutMs } = this.settings;
    let reading = await this.api.post('/api/v1/merchant/bank-transfer/init-payment', payment, submitTimeoutMs);
    // A repeat opens no second account.
    if (reading.kind === 'unknown')
      reading = await this.api.post('/api/v1/merchant/bank-transfer/init-payment', payment, readTimeoutMs);
    if (reading.kind !== 'success') return unopened(reading);
    return readAccount(reading.body, request, this.clock.now(), this.settings.utcOffset);
  }

  async payments(question: PaymentQuestion): Promise<PaymentsOutcome> {
    const reading = await this.api.get(pathOf(question));
    if (reading.kind === 'success') return readTransaction(reading.body, question, this.settings.utcOffset);
    if (reading.kind !== 'refused') return { outcome: 'unknown', cause: reading.cause };
    return isUnknownTransaction(reading) ? { outcome: 'not_found' } : { outcome: 'unknown', cause: reading.reason };
  }

  identifyWebhook(request: RawRequest): WebhookIdentity | undefined {
    if (!isSigned(request, 'monnify-signature', this.settings.secretKey)) return undefined;
    return identityOf(request, 'eventType');
  }

  readWebhook(payload: string): Promise<WebhookContent> {
    return Promise.resolve(readMonnifyWebhook(payload));
  }

  override async *transactions({ from, to }: Period): AsyncIterable<ListedTransaction[]> {
    const range = `size=${PER_PAGE}&from=${from - LONGEST_TRANSACTION_MS}&to=${to}`;
    for (let page = 0, isLast = false; !isLast; page++) {
      const reading = await this.api.get(`/api/v1/transactions/search?${range}&page=${page}`);
      const listing = reading.kind === 'success' ? readListing(reading.body, this.settings.utcOffset) : causeOf(reading);
      if (typeof listing === 'string') throw new UnreadListing(`page ${page} of its transactions: ${listing}`);
      yield listing.transactions;
      isLast = listing.size < PER_PAGE;
    }
  }

  /** The transaction reference, also of an earlier request with our reference. */
  private async begin(request: AccountRequest): Promise<string | Unsuccessful> {
    const { reference, amountKobo, customer } = request;
    const reading = await this.api.post(
      '/api/v1/merchant/transactions/init-transaction',
      {
        amount: toNaira(amountKobo),
        customerName: customer.name,
        customerEmail: customer.email,
        paymentReference: reference,
        paymentDescription: 'Wallet deposit',
        currencyCode: 'NGN',
        contractCode: this.settings.contractCode,
        paymentMethods: ['ACCOUNT_TRANSFER'],
      },
      this.settings.submitTimeoutMs,
    );
    if (reading.kind !== 'refused' || !isDuplicate(reading.message)) return transactionOf(reading, reference);
    const earlier = transactionOf(await this.api.get(pathOf({ reference })), reference);
    return typeof earlier === 'string' ? earlier : { kind: 'unknown', cause: 'a repeated reference that is not shown' };
  }
}

function pathOf(question: PaymentQuestion): string {
  return 'reference' in question
    ? `/api/v2/merchant/transactions/query?paymentReference=${encodeURIComponent(question.reference)}`
    : `/api/v2/transactions/${encodeURIComponent(question.transactionId)}`;
}

function causeOf(reading: Unsuccessful): string {
  return reading.kind === 'refused' ? reading.reason : reading.cause;
}

function transactionOf(reading: MonnifyReading, reference: string): string | Unsuccessful {
  if (reading.kind !== 'success') return reading;
  const transactionReference = nameOf(reading.body['transactionReference']);
  const fits = transactionReference !== undefined && reading.body['paymentReference'] === reference;
  return fits ? transactionReference : { kind: 'unknown', cause: 'an answer that does not fit' };
}

function isUnknownTransaction({ reason, message }: Extract<MonnifyReading, { kind: 'refused' }>): boolean {
  return reason.startsWith('http 404 ') || /not found|could not find|does ?n[o']t exist|no transaction/i.test(message);
}

function unopened(reading: Unsuccessful): AccountOutcome {
  if (reading.kind === 'refused') return { outcome: 'refused', reason: reading.reason };
  return { outcome: reading.kind, cause: reading.cause };
}
