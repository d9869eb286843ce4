import type { MonnifyReading } from '../../../../platform/companies/monnify/monnify-envelope.js';
import { type Fields, nairaAsKobo, nameOf, textOf } from '../../../../platform/providers/fields.js';
import type { PayoutOutcome, SubmittedPayout } from '../../payout-provider.js';
import { detailsOf, ended, failed, rawOf, unanswerable, unknown } from '../payout-providers.js';

type AskedPayout = SubmittedPayout & { readonly reference: string };
type Refused = Extract<MonnifyReading, { kind: 'refused' }>;
type Unread = Extract<MonnifyReading, { kind: 'not_sent' | 'unknown' }>;

const TOO_LOW = /sufficient (balance|funds)/i;

/** The answer to `POST /api/v2/disbursements/single`. */
export function readSubmit(reading: MonnifyReading, payout: AskedPayout): PayoutOutcome {
  if (reading.kind === 'success') return readDisbursement(reading.body, payout);
  if (reading.kind === 'refused') return refusal(reading);
  return reading.kind === 'not_sent' ? failed(rawOf(reading.cause), 'not_sent') : unread(reading);
}

/** The answer to `GET /api/v2/disbursements/single/summary`. */
export function readQuery(reading: MonnifyReading, payout: AskedPayout): PayoutOutcome {
  if (reading.kind === 'success') return readDisbursement(reading.body, payout);
  if (reading.kind !== 'refused') return unread(reading);
  const { code, message, status, reason } = reading;
  const isMissing =
    !isLogin(reason) &&
    (status === 404 || status === 422) &&
    /not found|could not find|does ?n[o']t exist|no transaction/i.test(message);
  if (isMissing) return { status: 'not_found', raw: rawOf(code, message, status) };
  return unknown(rawOf(reason, message, status), 'unmapped_code');
}

/** Only known refusals leave nothing under way; most of its codes are not published. */
function refusal({ code, message, status, reason }: Refused): PayoutOutcome {
  const raw = rawOf(code, message || reason, status);
  if (status === 401 || status === 403 || isLogin(reason)) return failed(raw, 'provider_auth');
  if (status === 429) return failed(raw, 'rate_limited');
  if (code === 'D07') return failed(raw, 'suspected_duplicate', false);
  if (code === 'D04' || TOO_LOW.test(message)) return failed(raw, 'provider_float');
  return unknown(raw, 'unmapped_code');
}

function readDisbursement(body: Fields, payout: AskedPayout): PayoutOutcome {
  if (!isAbout(body, payout)) return unknown(rawOf('an answer that does not fit'), 'contradictory');
  const state = textOf(body['status'], 40);
  const description = textOf(body['transactionDescription']);
  const raw = rawOf(state, description);
  const name = nameOf(body['transactionReference']);
  const sessionId = nameOf(body['sessionId']);
  const feeKobo = nairaAsKobo(body['totalFee'] ?? body['fee']);
  const told = { raw, ...(name === undefined ? {} : { providerReference: name }), ...detailsOf(sessionId, feeKobo) };
  switch (state) {
    case 'SUCCESS':
    case 'COMPLETED':
      return { status: 'success', ...told };
    case 'PENDING':
    case 'AWAITING_PROCESSING':
    case 'IN_PROGRESS':
      return { status: 'pending', ...told };
    case 'PENDING_AUTHORIZATION':
    case 'PENDING_BATCH_AUTHORIZATION':
    case 'OTP_EMAIL_DISPATCH_FAILED':
      return { status: 'pending', ...told, waitsForPerson: true };
    case 'FAILED':
      return ended(raw, TOO_LOW.test(description) ? 'provider_float' : 'biller_down');
    case 'EXPIRED':
      return ended(raw, 'provider_config');
    case 'REVERSED':
      return { status: 'reversed', ...told };
    default:
      return unknown(raw, 'unmapped_code');
  }
}

function isAbout(body: Fields, { reference, amountKobo, bankCode, account }: AskedPayout): boolean {
  return (
    body['reference'] === reference &&
    nairaAsKobo(body['amount']) === amountKobo &&
    (body['currency'] ?? 'NGN') === 'NGN' &&
    (body['destinationAccountNumber'] ?? account) === account &&
    (body['destinationBankCode'] ?? bankCode) === bankCode
  );
}

/** Without a token nothing was asked for. */
function isLogin(reason: string): boolean {
  return reason.startsWith('login: ');
}

function unread({ kind, cause }: Unread): PayoutOutcome {
  const isTransport = kind === 'not_sent' || cause === 'timeout' || cause === 'connection_lost' || cause === 'too_large';
  if (isTransport) return unanswerable(cause);
  return unknown(rawOf(cause), cause.startsWith('http 5') ? 'http_5xx' : 'bad_body');
}
