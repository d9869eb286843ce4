import type { RawRequest } from '../../../../kernel/caller.js';
import { fieldsOf, nameOf, parseFields, wholeKobo, type Fields, textOf } from '../../../../platform/providers/fields.js';
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
  type PayoutRecipients,
} from '../../payout-provider.js';
import { PaystackRecipients, readBanks, readName } from './paystack-recipients.js';
import {
  destinationOf,
  type ListedStatus,
  type ListedTransaction,
  type Period,
} from '../../../../kernel/provider-transactions.js';
import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import { type Answer, readQuery, readSubmit } from './paystack-transfer-answers.js';
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../../kernel/clock.js';
import type { Kobo } from '../../../../kernel/money.js';
import { PaystackApi } from '../../../../platform/companies/paystack/paystack-api.js';
import type { PaystackSettings } from '../../../../platform/companies/paystack/paystack-settings.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { UnreadListing } from '../../../providers/index.js';
import { narrationOf, failed, rawOf, unanswerable, unanswered } from '../payout-providers.js';

export const SIGNATURE = 'x-paystack-signature';

/** Paystack sends the body of the transfer, by some accounts inside of `data`. Only the HTTP status of the answer counts. */
export class PaystackApprovals implements PayoutApprovals {
  /** Without an answer it blocks the transfer. */
  readonly repeatsWithinMs = 0;

  constructor(
    private readonly recipients: PaystackRecipients,
    private readonly secretKey: string,
    private readonly mustBeSigned: boolean,
  ) {}

  async read(request: RawRequest): Promise<ApprovalQuestion | undefined> {
    const hasSignature = request.headers[SIGNATURE] !== undefined;
    if ((hasSignature || this.mustBeSigned) && !isSigned(request, SIGNATURE, this.secretKey)) return undefined;
    const outer = parseFields(Buffer.from(request.body).toString('utf8')) ?? {};
    const inner = fieldsOf(outer['data']) ?? {};
    const [reference, amount, recipient] = ['reference', 'amount', 'recipient'].map((name) => outer[name] ?? inner[name]);
    const ours = nameOf(reference)?.toLowerCase();
    const amountKobo = wholeKobo(amount);
    const code = nameOf(fieldsOf(recipient)?.['recipient_code'] ?? recipient);
    if (ours === undefined || amountKobo === undefined || code === undefined) return undefined;
    const destination = await this.recipients.accountOf(code);
    return destination && { reference: ours, amountKobo, destination };
  }

  answer(isApproved: boolean) {
    return { httpStatus: isApproved ? 200 : 400, body: {} };
  }
}

const STATUS: Readonly<Record<string, ListedStatus>> = {
  success: 'success',
  reversed: 'reversed',
  failed: 'failed',
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  pending: 'pending',
  received: 'pending',
  otp: 'pending',
};

/** One page of `GET /transfer`, or its fault. */
export function readTransfers({ status, body }: Answer): ListedTransaction[] | string {
  const envelope = readPaystackEnvelope(body);
  if (status !== 200 || !envelope?.ok || !envelope.list) return `http ${status}`;
  const transfers = envelope.list.map(transferOf);
  const read = transfers.filter((transfer) => transfer !== undefined);
  return read.length === transfers.length ? read : 'a transfer that does not fit';
}

function transferOf(fields: Fields): ListedTransaction | undefined {
  const reference = nameOf(fields['reference'])?.toLowerCase();
  const amountKobo = wholeKobo(fields['amount']);
  if (reference === undefined || amountKobo === undefined) return undefined;
  const state = textOf(fields['status'], 40);
  const at = Date.parse(textOf(fields['createdAt']) || textOf(fields['created_at']));
  const details = fieldsOf(fieldsOf(fields['recipient'])?.['details']) ?? {};
  const [account, bankCode] = [nameOf(details['account_number']), nameOf(details['bank_code'])];
  return {
    reference,
    transactionId: nameOf(fields['transfer_code']) ?? '',
    amountKobo,
    status: STATUS[state] ?? 'unknown',
    statusText: state,
    at: Number.isNaN(at) ? undefined : at,
    feeKobo: wholeKobo(fields['fee_charged'] ?? undefined),
    destination: account === undefined || bankCode === undefined ? undefined : destinationOf({ account, bankCode }),
  };
}

const PER_PAGE = 100;
const MOST_PAGES = 100;
/** Their clock is not ours. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

export interface PaystackPayoutSettings extends PaystackSettings {
  readonly signsApprovals: boolean;
}

/** Paystack Transfers from our balance there. */
export class PaystackPayoutProvider extends PayoutProvider {
  readonly name = 'paystack';
  readonly capabilities;
  override readonly approvals: PaystackApprovals;
  override readonly webhooks: PayoutWebhooks = {
    answer: {},
    identify: (request) => this.identify(request),
    read: referencesIn,
  };
  private readonly api: PaystackApi;
  private readonly recipients: PaystackRecipients;

  constructor(
    private readonly settings: PaystackPayoutSettings,
    http: HttpClient,
    kept: PayoutRecipients,
  ) {
    super();
    const { submitTimeoutMs, readTimeoutMs } = settings;
    this.capabilities = { resubmitsSafely: true, submitTimeoutMs, readTimeoutMs };
    this.api = new PaystackApi(settings, http);
    this.recipients = new PaystackRecipients(this.api, kept, readTimeoutMs);
    this.approvals = new PaystackApprovals(this.recipients, settings.secretKey, settings.signsApprovals);
  }

  /** Small letters only, as Paystack demands. */
  newReference(): string {
    return `po-${randomUUID()}`;
  }

  async banks(signal: AbortSignal): Promise<readonly ListedBank[]> {
    const path = `/bank?country=nigeria&currency=NGN&use_cursor=true&perPage=${PER_PAGE}&include_nip_sort_code=true`;
    const banks: ListedBank[] = [];
    let next: string | undefined;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const result = await this.api.get(next === undefined ? path : `${path}&next=${encodeURIComponent(next)}`, signal);
      const read = result.kind === 'answered' ? readBanks(result) : result.cause;
      if (typeof read === 'string') throw new UnreadListing(`page ${page} of its banks: ${read}`);
      banks.push(...read.banks);
      next = read.next;
      if (next === undefined) return banks;
    }
    throw new UnreadListing(`more than ${MOST_PAGES} pages of banks`);
  }

  async resolve(account: BankAccount, signal: AbortSignal): Promise<NameEnquiry> {
    const query = new URLSearchParams({ account_number: account.account, bank_code: account.bankCode });
    const result = await this.api.get(`/bank/resolve?${query.toString()}`, signal);
    return result.kind === 'answered' ? readName(result, account) : { outcome: 'unavailable', cause: result.cause };
  }

  async submit(submission: PayoutSubmission, signal: AbortSignal): Promise<PayoutOutcome> {
    const recipient = await this.recipients.codeOf(submission, signal);
    if (typeof recipient !== 'string') return recipient;
    // A request that nobody waits for is not sent.
    if (signal.aborted) return failed(rawOf('given up'), 'not_sent');
    const { reference, amountKobo } = submission;
    const reason = narrationOf(submission.narration);
    const transfer = { source: 'balance', amount: amountKobo, recipient, reference, reason, currency: 'NGN' };
    const result = await this.api.post('/transfer', transfer, this.settings.submitTimeoutMs, signal);
    if (result.kind !== 'answered') return unanswered(result);
    const outcome = readSubmit(result, submission);
    if (outcome.raw.code === 'invalid_transfer_recipient') await this.recipients.forget(submission);
    if (outcome.status !== 'success' || outcome.sessionId !== undefined) return outcome;
    // The answer to a submit names neither session nor fee, and nobody asks again about a paid one.
    const shown = await this.query(reference, signal, submission);
    return shown.status === 'success' ? shown : outcome;
  }

  async query(reference: string, signal: AbortSignal, payout: SubmittedPayout): Promise<PayoutOutcome> {
    const result = await this.api.get(`/transfer/verify/${encodeURIComponent(reference)}`, signal);
    return result.kind === 'answered' ? readQuery(result, { ...payout, reference }) : unanswerable(result.cause);
  }

  override async balance(signal: AbortSignal): Promise<Kobo> {
    const result = await this.api.get('/balance', signal);
    const envelope = result.kind === 'answered' && result.status === 200 ? readPaystackEnvelope(result.body) : undefined;
    const naira = envelope?.ok ? envelope.list?.find(({ currency }) => currency === 'NGN') : undefined;
    const balanceKobo = wholeKobo(naira?.['balance']);
    if (balanceKobo === undefined) throw new Error('the balance was not told');
    return balanceKobo;
  }

  /** Lists by the time when a transfer was made. */
  override async *transactions({ from, to }: Period): AsyncIterable<readonly ListedTransaction[]> {
    const [since, until] = [from - CLOCK_TOLERANCE_MS, to + CLOCK_TOLERANCE_MS].map((at) => new Date(at).toISOString());
    for (let page = 1, isLast = false; !isLast; page++) {
      const result = await this.api.get(`/transfer?perPage=${PER_PAGE}&page=${page}&from=${since}&to=${until}`);
      const transfers = result.kind === 'answered' ? readTransfers(result) : result.cause;
      if (typeof transfers === 'string') throw new UnreadListing(`page ${page} of its transfers: ${transfers}`);
      yield transfers;
      isLast = transfers.length < PER_PAGE;
    }
  }

  private identify(request: RawRequest) {
    return isSigned(request, SIGNATURE, this.settings.secretKey) ? identityOf(request, 'event') : undefined;
  }
}

/** Deposits have events of their own. */
function referencesIn(payload: string): readonly string[] {
  const message = parseFields(payload) ?? {};
  if (!textOf(message['event']).startsWith('transfer.')) return [];
  const reference = nameOf(fieldsOf(message['data'])?.['reference'])?.toLowerCase();
  return reference === undefined ? [] : [reference];
}
