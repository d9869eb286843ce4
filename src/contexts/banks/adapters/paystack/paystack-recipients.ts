import type { PaystackApi } from '../../../../platform/companies/paystack/paystack-api.js';
import { readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import { fieldsOf, nameOf } from '../../../../platform/providers/fields.js';
import type { PayoutOutcome, PayoutSubmission } from '../../application/payout-provider.js';
import type { PayoutRecipients } from '../../application/payout-recipients.js';
import { failed, rawOf } from '../provider/payout-outcomes.js';
import type { Answer } from './paystack-transfer-answers.js';

const PROVIDER = 'paystack';

/** Accounts are registered with Paystack before they are paid. Whatever goes wrong with that, nothing was paid. */
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
