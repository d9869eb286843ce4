import type { RawRequest } from '../../../../kernel/caller.js';
import { MINUTE_MS, type Clock, HOUR_MS } from '../../../../kernel/clock.js';
import { fieldsOf, nairaAsKobo, nameOf, parseFields, type Fields, textOf } from '../../../../platform/providers/fields.js';
import { isSigned, identityOf } from '../../../../platform/providers/signed-webhook.js';
import {
  type ApprovalQuestion,
  type PayoutApprovals,
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  type PayoutOutcome,
  PayoutProvider,
  type PayoutSubmission,
  type PayoutWebhooks,
  type SubmittedPayout,
} from '../../payout-provider.js';
import {
  destinationOf,
  type ListedStatus,
  type ListedTransaction,
  type Period,
} from '../../../../kernel/provider-transactions.js';
import { parseMonnifyTime } from '../../../../platform/companies/monnify/monnify-time.js';
import { randomUUID } from 'node:crypto';
import { type Kobo, toNaira } from '../../../../kernel/money.js';
import { MonnifyApi } from '../../../../platform/companies/monnify/monnify-api.js';
import type { MonnifyReading } from '../../../../platform/companies/monnify/monnify-envelope.js';
import type { MonnifySettings } from '../../../../platform/companies/monnify/monnify-settings.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { UnreadListing } from '../../../providers/index.js';
import { narrationOf } from '../payout-providers.js';
import { readQuery, readSubmit } from './monnify-disbursement-answers.js';

export const SIGNATURE = 'monnify-signature';

/** Monnify's transaction validation. It publishes no shape, so the disbursement may be the body itself or inside of it. */
export class MonnifyApprovals implements PayoutApprovals {
  /** It asks again where it got no answer; how often and how long is not published. */
  readonly repeatsWithinMs = MINUTE_MS;

  constructor(
    private readonly secretKey: string,
    private readonly mustBeSigned: boolean,
    private readonly field: string,
  ) {}

  read(request: RawRequest): Promise<ApprovalQuestion | undefined> {
    const hasSignature = request.headers[SIGNATURE] !== undefined;
    if ((hasSignature || this.mustBeSigned) && !isSigned(request, SIGNATURE, this.secretKey)) return Promise.resolve(undefined);
    return Promise.resolve(questionIn(Buffer.from(request.body).toString('utf8')));
  }

  answer(isApproved: boolean) {
    return { httpStatus: 200, body: { [this.field]: isApproved ? 'APPROVE' : 'REJECT' } };
  }
}

function questionIn(payload: string): ApprovalQuestion | undefined {
  const outer = parseFields(payload) ?? {};
  const inner = fieldsOf(outer['eventData']) ?? fieldsOf(outer['data']) ?? {};
  const valueOf = (name: string) => outer[name] ?? inner[name];
  const reference = nameOf(valueOf('reference'));
  const amountKobo = nairaAsKobo(valueOf('amount'));
  const account = nameOf(valueOf('destinationAccountNumber'));
  const bankCode = nameOf(valueOf('destinationBankCode'));
  if (reference === undefined || amountKobo === undefined || account === undefined || bankCode === undefined) return undefined;
  return { reference, amountKobo, destination: { bankCode, account } };
}

const STATUS: Readonly<Record<string, ListedStatus>> = {
  SUCCESS: 'success',
  COMPLETED: 'success',
  REVERSED: 'reversed',
  FAILED: 'failed',
  EXPIRED: 'failed',
  PENDING: 'pending',
  AWAITING_PROCESSING: 'pending',
  IN_PROGRESS: 'pending',
  PENDING_AUTHORIZATION: 'pending',
  PENDING_BATCH_AUTHORIZATION: 'pending',
  OTP_EMAIL_DISPATCH_FAILED: 'pending',
};

/** One page of the search, or its fault. */
export function readDisbursements(body: Fields, offset: string): ListedTransaction[] | string {
  const content = body['content'];
  if (!Array.isArray(content)) return 'an answer that does not fit';
  const read = content.flatMap((entry) => disbursementOf(fieldsOf(entry) ?? {}, offset) ?? []);
  return read.length === content.length ? read : 'a disbursement that does not fit';
}

function disbursementOf(entry: Fields, offset: string): ListedTransaction | undefined {
  const reference = nameOf(entry['reference']);
  const amountKobo = nairaAsKobo(entry['amount']);
  if (reference === undefined || amountKobo === undefined) return undefined;
  const state = textOf(entry['status'], 40);
  const time = ['createdOn', 'dateCreated', 'completedOn'].map((name) => textOf(entry[name])).find((text) => text !== '');
  const [account, bankCode] = [nameOf(entry['destinationAccountNumber']), nameOf(entry['destinationBankCode'])];
  return {
    reference,
    transactionId: nameOf(entry['transactionReference']) ?? '',
    amountKobo,
    status: STATUS[state] ?? 'unknown',
    statusText: state,
    at: parseMonnifyTime(time ?? '', offset),
    feeKobo: nairaAsKobo(entry['totalFee'] ?? entry['fee']),
    destination: account === undefined || bankCode === undefined ? undefined : destinationOf({ account, bankCode }),
  };
}

const PER_PAGE = 100;
/** Monnify refuses an equal payout for two minutes after the first one reached it, which may be later than we sent it. */
const EQUAL_PAYOUT_SPACING_MS = 130_000;
/** Their clock is not ours. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

export interface MonnifyPayoutSettings extends MonnifySettings {
  readonly sourceAccount: string;
  readonly approvalField: string;
  readonly signsApprovals: boolean;
}

/** Monnify's single disbursements from our wallet there. */
export class MonnifyPayoutProvider extends PayoutProvider {
  readonly name = 'monnify';
  readonly capabilities;
  override readonly approvals: MonnifyApprovals;
  override readonly webhooks: PayoutWebhooks = {
    answer: {},
    identify: (request) => this.identify(request),
    read: referencesIn,
  };
  private readonly api: MonnifyApi;

  constructor(
    private readonly settings: MonnifyPayoutSettings,
    http: HttpClient,
    clock: Clock,
  ) {
    super();
    const { submitTimeoutMs, readTimeoutMs, secretKey, signsApprovals, approvalField } = settings;
    this.capabilities = { submitTimeoutMs, readTimeoutMs, equalPayoutSpacingMs: EQUAL_PAYOUT_SPACING_MS };
    this.api = new MonnifyApi(settings, http, clock);
    this.approvals = new MonnifyApprovals(secretKey, signsApprovals, approvalField);
  }

  newReference(): string {
    return `po-${randomUUID()}`;
  }

  async banks(signal: AbortSignal): Promise<readonly ListedBank[]> {
    const reading = await this.api.get('/api/v1/banks', signal);
    if (reading.kind !== 'success' || !reading.list) throw new UnreadListing(`its banks: ${causeOf(reading)}`);
    const banks = reading.list.flatMap((fields) => bankOf(fields) ?? []);
    if (banks.length < reading.list.length) throw new UnreadListing('its banks: one does not fit');
    return banks;
  }

  async resolve({ bankCode, account }: BankAccount, signal: AbortSignal): Promise<NameEnquiry> {
    const query = new URLSearchParams({ accountNumber: account, bankCode });
    const reading = await this.api.get(`/api/v1/disbursements/account/validate?${query.toString()}`, signal);
    if (reading.kind !== 'success') {
      if (reading.kind === 'refused' && isNoAccount(reading.message)) return { outcome: 'not_found' };
      return { outcome: 'unavailable', cause: causeOf(reading) };
    }
    const name = textOf(reading.body['accountName']);
    const fits = name !== '' && reading.body['accountNumber'] === account;
    return fits ? { outcome: 'resolved', name } : { outcome: 'unavailable', cause: 'an answer that does not fit' };
  }

  async submit(submission: PayoutSubmission, signal: AbortSignal): Promise<PayoutOutcome> {
    const { reference, amountKobo, narration, bankCode, account, name } = submission;
    const disbursement = {
      amount: toNaira(amountKobo),
      reference,
      narration: narrationOf(narration),
      destinationBankCode: bankCode,
      destinationAccountNumber: account,
      destinationAccountName: name,
      currency: 'NGN',
      sourceAccountNumber: this.settings.sourceAccount,
      async: false,
    };
    const { submitTimeoutMs } = this.settings;
    const reading = await this.api.post('/api/v2/disbursements/single', disbursement, submitTimeoutMs, signal);
    const outcome = readSubmit(reading, submission);
    if (outcome.status !== 'failed' || outcome.errorClass !== 'suspected_duplicate') return outcome;
    // It may be this very payout that Monnify has already, so the reference is asked about before the money is released.
    const asked = await this.query(reference, signal, submission);
    return asked.status === 'not_found' ? outcome : asked;
  }

  async query(reference: string, signal: AbortSignal, payout: SubmittedPayout): Promise<PayoutOutcome> {
    const path = `/api/v2/disbursements/single/summary?reference=${encodeURIComponent(reference)}`;
    return readQuery(await this.api.get(path, signal), { ...payout, reference });
  }

  override async balance(signal: AbortSignal): Promise<Kobo> {
    const path = `/api/v2/disbursements/wallet-balance?accountNumber=${this.settings.sourceAccount}`;
    const reading = await this.api.get(path, signal);
    const balanceKobo = reading.kind === 'success' ? nairaAsKobo(reading.body['availableBalance']) : undefined;
    if (balanceKobo === undefined) throw new Error(`the balance was not told: ${causeOf(reading)}`);
    return balanceKobo;
  }

  /** Lists by the time when a disbursement was made. */
  override async *transactions({ from, to }: Period): AsyncIterable<readonly ListedTransaction[]> {
    const { sourceAccount, utcOffset } = this.settings;
    const range = `startDate=${from - CLOCK_TOLERANCE_MS}&endDate=${to + CLOCK_TOLERANCE_MS}`;
    for (let page = 0, isLast = false; !isLast; page++) {
      const query = `sourceAccountNumber=${sourceAccount}&pageNo=${page}&pageSize=${PER_PAGE}&${range}`;
      const reading = await this.api.get(`/api/v2/disbursements/search-transactions?${query}`);
      const listed = reading.kind === 'success' ? readDisbursements(reading.body, utcOffset) : causeOf(reading);
      if (typeof listed === 'string') throw new UnreadListing(`page ${page} of its disbursements: ${listed}`);
      yield listed;
      isLast = listed.length < PER_PAGE;
    }
  }

  private identify(request: RawRequest) {
    return isSigned(request, SIGNATURE, this.settings.secretKey) ? identityOf(request, 'eventType') : undefined;
  }
}

/** Its other refusals may mean that the bank is away. */
function isNoAccount(message: string): boolean {
  return /invalid account|account (number )?(not found|does ?n[o']t exist)|no such account/i.test(message);
}

function bankOf(fields: Fields): ListedBank | undefined {
  const [name, code, nipCode] = [textOf(fields['name']), nameOf(fields['code']), nameOf(fields['nipBankCode'])];
  if (name === '' || code === undefined) return undefined;
  return { name, code, nipCode: nipCode !== undefined && /^\d{6}$/.test(nipCode) ? nipCode : undefined };
}

function causeOf(reading: MonnifyReading): string {
  if (reading.kind === 'success') return 'an answer that does not fit';
  return reading.kind === 'refused' ? reading.reason : reading.cause;
}

/** Collections and the wallet itself have events of their own. */
function referencesIn(payload: string): readonly string[] {
  const message = parseFields(payload) ?? {};
  if (!textOf(message['eventType']).endsWith('_DISBURSEMENT')) return [];
  const reference = nameOf(fieldsOf(message['eventData'])?.['reference']);
  return reference === undefined ? [] : [reference];
}
