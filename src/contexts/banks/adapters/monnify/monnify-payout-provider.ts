import { randomUUID } from 'node:crypto';
import type { RawRequest } from '../../../../kernel/caller.js';
import { type Clock, HOUR_MS } from '../../../../kernel/clock.js';
import { type Kobo, toNaira } from '../../../../kernel/money.js';
import type { ListedTransaction, Period } from '../../../../kernel/provider-transactions.js';
import { MonnifyApi } from '../../../../platform/companies/monnify/monnify-api.js';
import type { MonnifyReading } from '../../../../platform/companies/monnify/monnify-envelope.js';
import type { MonnifySettings } from '../../../../platform/companies/monnify/monnify-settings.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { type Fields, fieldsOf, nairaAsKobo, nameOf, parseFields, textOf } from '../../../../platform/providers/fields.js';
import { identityOf, isSigned } from '../../../../platform/providers/signed-webhook.js';
import { UnreadListing } from '../../../providers/index.js';
import {
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  type PayoutOutcome,
  PayoutProvider,
  type PayoutSubmission,
  type PayoutWebhooks,
  type SubmittedPayout,
} from '../../application/payout-provider.js';
import { narrationOf } from '../provider/narration.js';
import { MonnifyApprovals, SIGNATURE } from './monnify-approvals.js';
import { readQuery, readSubmit } from './monnify-disbursement-answers.js';
import { readDisbursements } from './monnify-disbursement-listing.js';

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

  /** By the time when a disbursement was made. */
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
