import type { ErrorClass } from '../../../../kernel/provider-outcome.js';
import { type PaystackEnvelope, readPaystackEnvelope } from '../../../../platform/companies/paystack/paystack-envelope.js';
import { type Fields, fieldsOf, nameOf, textOf, wholeKobo } from '../../../../platform/providers/fields.js';
import type { PayoutOutcome, SubmittedPayout } from '../../payout-provider.js';
import { detailsOf, ended, failed, rawOf, unknown } from '../payout-providers.js';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

type AskedPayout = SubmittedPayout & { readonly reference: string };

/** The answer to `POST /transfer`. */
export function readSubmit({ status, body }: Answer, payout: AskedPayout): PayoutOutcome {
  if (status === 401 || status === 403) return failed(rawOf(`http ${status}`, '', status), 'provider_auth');
  if (status === 429) return failed(rawOf('http 429', '', status), 'rate_limited');
  const envelope = readPaystackEnvelope(body);
  if (!envelope || status >= 500 || status === 408) return unread(status);
  if (!envelope.ok) return refusal(envelope, status);
  return status < 300 ? readTransfer(envelope.data, payout, status) : contradiction(status);
}

/** The answer to `GET /transfer/verify/{reference}`. */
export function readQuery({ status, body }: Answer, payout: AskedPayout): PayoutOutcome {
  const envelope = readPaystackEnvelope(body);
  if (!envelope || status >= 500) return unread(status);
  const { ok, message, code, data } = envelope;
  if (!ok && status === 404 && /not found/i.test(message))
    return { status: 'not_found', raw: rawOf(code || 'not_found', message, status) };
  if (!ok) return unknown(rawOf(code || `http ${status}`, message, status), 'unmapped_code');
  return status === 200 ? readTransfer(data, payout, status) : contradiction(status);
}

/** Refusals that leave nothing under way. */
const REFUSALS: readonly (readonly [test: (envelope: PaystackEnvelope) => boolean, ErrorClass, failover: boolean])[] = [
  [
    ({ code, message }) => code === 'duplicate_transfer_reference' || /reference already exists/i.test(message),
    'duplicate_reference',
    false,
  ],
  // Nobody else is to pay an account that is known for fraud.
  [
    ({ message }) => /watch-?\s?list/i.test(message) || (isDisabled(message) && /fraud/i.test(message)),
    'customer_invalid',
    false,
  ],
  [({ message }) => isDisabled(message), 'customer_invalid', true],
  [({ code }) => code === 'invalid_transfer_recipient', 'customer_invalid', true],
  [({ message }) => /balance is not enough/i.test(message), 'provider_float', true],
  [({ code, message }) => code === 'transfer_unavailable' || /third party payouts/i.test(message), 'provider_config', true],
];

/** The account that is to be paid, not ours. */
function isDisabled(message: string): boolean {
  return /transfers? to (?:this|the|that) .*disabled/i.test(message);
}

function refusal(envelope: PaystackEnvelope, status: number): PayoutOutcome {
  const raw = rawOf(envelope.code || `http ${status}`, envelope.message, status);
  const known = status < 500 && REFUSALS.find(([test]) => test(envelope));
  return known ? failed(raw, known[1], known[2]) : unknown(raw, 'unmapped_code');
}

function readTransfer(data: Fields, payout: AskedPayout, status: number): PayoutOutcome {
  if (!isAbout(data, payout)) return contradiction(status);
  const state = textOf(data['status'], 40);
  const failures = textOf(fieldsOf(data['failures'])?.['message']);
  const raw = rawOf(state, textOf(data['gateway_response']) || textOf(data['reason_code']) || failures, status);
  const name = nameOf(data['transfer_code']);
  const sessionId = nameOf(fieldsOf(data['session'])?.['id']);
  const feeKobo = wholeKobo(data['fee_charged'] ?? undefined);
  const told = { raw, ...(name === undefined ? {} : { providerReference: name }), ...detailsOf(sessionId, feeKobo) };
  switch (state) {
    case 'pending':
    case 'received':
      return { status: 'pending', ...told };
    case 'otp':
      return { status: 'pending', ...told, waitsForPerson: true };
    case 'success':
      return { status: 'success', ...told };
    case 'reversed':
      return { status: 'reversed', ...told };
    case 'failed':
      return ended(raw, 'biller_down');
    case 'abandoned':
    case 'blocked':
      return ended(raw, 'provider_config');
    // Our own server said no, so no other provider is to pay it.
    case 'rejected':
      return ended(raw, 'provider_config', false);
    default:
      return unknown(raw, 'unmapped_code');
  }
}

/** The account is named by answers to questions only. */
function isAbout(data: Fields, { reference, amountKobo, bankCode, account }: AskedPayout): boolean {
  const details = fieldsOf(fieldsOf(data['recipient'])?.['details']) ?? {};
  return (
    nameOf(data['reference'])?.toLowerCase() === reference.toLowerCase() &&
    wholeKobo(data['amount']) === amountKobo &&
    (data['currency'] ?? 'NGN') === 'NGN' &&
    (details['account_number'] ?? account) === account &&
    (details['bank_code'] ?? bankCode) === bankCode
  );
}

function unread(status: number): PayoutOutcome {
  return unknown(rawOf(`http ${status}`, '', status), status >= 500 ? 'http_5xx' : 'bad_body');
}

function contradiction(status: number): PayoutOutcome {
  return unknown(rawOf('an answer that does not fit', '', status), 'contradictory');
}
