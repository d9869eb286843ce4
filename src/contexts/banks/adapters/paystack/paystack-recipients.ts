import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import { type Fields, nameOf, textOf, fieldsOf } from '../../../../platform/providers/fields.js';
import type {
  BankAccount,
  ListedBank,
  NameEnquiry,
  PayoutOutcome,
  PayoutSubmission,
  PayoutRecipients,
} from '../../payout-provider.js';
import type { Answer } from './paystack-transfer-answers.js';
import type { PaystackApi } from '../../../../platform/companies/paystack/paystack-api.js';
import { failed, rawOf } from '../payout-providers.js';

export interface BankPage {
  readonly banks: readonly ListedBank[];
  /** Undefined behind the last one. */
  readonly next: string | undefined;
}

/** One page of `GET /bank`, or its fault. */
export function readBanks({ status, body }: Answer): BankPage | string {
  const envelope = readPaystackEnvelope(body);
  if (status !== 200 || !envelope?.ok || !envelope.list) return `http ${status}`;
  const banks = envelope.list.filter(takesPayouts).map(bankOf);
  const read = banks.filter((bank) => bank !== undefined);
  if (read.length < banks.length) return 'a bank that does not fit';
  return { banks: read, next: textOf(envelope.meta['next'], 1_000) || undefined };
}

function takesPayouts(bank: Fields): boolean {
  return bank['active'] === true && bank['is_deleted'] !== true && bank['supports_transfer'] !== false;
}

function bankOf(fields: Fields): ListedBank | undefined {
  const [name, code, nipCode] = [textOf(fields['name']), nameOf(fields['code']), nameOf(fields['nip_sort_code'])];
  if (name === '' || code === undefined) return undefined;
  return { name, code, nipCode: nipCode !== undefined && /^\d{6}$/.test(nipCode) ? nipCode : undefined };
}

/** `GET /bank/resolve`. Its refusals do not tell an account that there is not from a bank that is away. */
export function readName({ status, body }: Answer, { account }: BankAccount): NameEnquiry {
  const envelope = readPaystackEnvelope(body);
  if (!envelope || status >= 500) return unavailable(`http ${status}`);
  const { ok, code, message, data } = envelope;
  if (!ok) {
    // The refusal beyond the daily limit speaks of a bank code, too.
    const isBank = (status === 400 || status === 422) && (/bank_?code/i.test(code) || /bank code/i.test(message));
    return unavailable(isBank ? 'a bank code that is not known' : `http ${status} ${code}`.trim());
  }
  const name = textOf(data['account_name']);
  if (status !== 200 || name === '' || data['account_number'] !== account) return unavailable('an answer that does not fit');
  return { outcome: 'resolved', name };
}

function unavailable(cause: string): NameEnquiry {
  return { outcome: 'unavailable', cause };
}

const PROVIDER = 'paystack';

/** Accounts are registered with Paystack before they are paid. If that fails, nothing was paid. */
export class PaystackRecipients {
  constructor(
    private readonly api: PaystackApi,
    private readonly kept: PayoutRecipients,
    private readonly timeoutMs: number,
  ) {}

  /** The recipient's code, or why there is none. */
  async codeOf(submission: PayoutSubmission, signal: AbortSignal): Promise<string | PayoutOutcome> {
    const known = await this.kept.find(PROVIDER, submission);
    if (known !== undefined) return known;
    const { bankCode, account, name } = submission;
    const recipient = { type: 'nuban', name, account_number: account, bank_code: bankCode, currency: 'NGN' };
    const result = await this.api.post('/transferrecipient', recipient, this.timeoutMs, signal);
    if (result.kind !== 'answered') return failed(rawOf(`recipient: ${result.cause}`), 'not_sent');
    const code = readRecipient(result, submission);
    if (typeof code === 'string') await this.kept.keep(PROVIDER, submission, code);
    return code;
  }

  /** After Paystack refused its code. */
  forget(submission: PayoutSubmission): Promise<void> {
    return this.kept.forget(PROVIDER, submission);
  }

  accountOf(code: string) {
    return this.kept.accountOf(PROVIDER, code);
  }
}

function readRecipient({ status, body }: Answer, { bankCode, account }: PayoutSubmission): string | PayoutOutcome {
  const raw = (code = '', message = '') => rawOf(`recipient: ${code || `http ${status}`}`, message, status);
  if (status === 401 || status === 403) return failed(raw(), 'provider_auth');
  if (status === 429) return failed(raw(), 'rate_limited');
  const envelope = readPaystackEnvelope(body);
  if (!envelope || status >= 500 || status === 408) return failed(raw(), 'not_sent');
  const { ok, data, message } = envelope;
  if (!ok) return failed(raw(envelope.code, message), 'customer_invalid');
  const details = fieldsOf(data['details']) ?? {};
  const code = nameOf(data['recipient_code']);
  const fits = (details['account_number'] ?? account) === account && (details['bank_code'] ?? bankCode) === bankCode;
  if (status >= 300 || code === undefined || !fits) return failed(raw('an answer that does not fit'), 'not_sent');
  return code;
}
