import { isFloatRefused, type ErrorClass, outcomeName, type Raw, type UnknownCause } from '../../../kernel/provider-outcome.js';
import type { Kobo } from '../../../kernel/money.js';
import type { HttpResult } from '../../../platform/http-client/http-call.js';
import { measuredProvider } from '../../../platform/providers/measured-provider.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import type { PayoutOutcome, PayoutProvider } from '../payout-provider.js';

/** @param floatRefused told of each submit that is refused because our balance is too low */
export function measuredPayoutProvider(
  provider: PayoutProvider,
  metrics: Metrics,
  floatRefused: (provider: string) => void,
): PayoutProvider {
  return measuredProvider(provider, metrics, {
    banks: ['banks'],
    resolve: ['resolve', ({ outcome }) => outcome],
    submit: ['submit', outcomeName, (outcome) => isFloatRefused(outcome) && floatRefused(provider.name)],
    query: ['query', outcomeName],
    balance: ['balance'],
  });
}

/** Companies take this much without publishing a limit. */
const LONGEST = 100;

/** The text for the receiver, which may neither be empty nor too long. */
export function narrationOf(narration: string): string {
  return Array.from(narration.trim()).slice(0, LONGEST).join('') || 'Payout';
}

type Unanswered = Exclude<HttpResult, { kind: 'answered' }>;

const LONG_NUMBER = /\d{2,}(?=\d{4})/g;

/** @param message what the provider said, of whose long numbers the last four digits are kept */
export function rawOf(code: string, message = '', httpStatus?: number): Raw {
  const masked = message.replace(LONG_NUMBER, (digits) => '*'.repeat(digits.length));
  return { code, message: masked, ...(httpStatus === undefined ? {} : { httpStatus }) };
}

export function failed(raw: Raw, errorClass: ErrorClass, failoverEligible = true): PayoutOutcome {
  return { status: 'failed', raw, errorClass, failoverEligible };
}

/** The payout itself has this end, so it is definite for every caller. */
export function ended(raw: Raw, errorClass: ErrorClass, failoverEligible = true): PayoutOutcome {
  return { status: 'failed', raw, errorClass, failoverEligible, isOfOrder: true };
}

export function unknown(raw: Raw, cause: UnknownCause): PayoutOutcome {
  return { status: 'unknown', raw, cause };
}

/** Outcome of a submission without an answer. */
export function unanswered({ kind, cause }: Unanswered): PayoutOutcome {
  return kind === 'not_sent' ? failed(rawOf(cause), 'not_sent') : unanswerable(cause);
}

/** Outcome of a question without an answer, which decides nothing. */
export function unanswerable(cause: string): PayoutOutcome {
  if (cause === 'too_large') return unknown(rawOf(cause), 'bad_body');
  return unknown(rawOf(cause), cause === 'timeout' ? 'timeout' : 'connection_lost');
}

/** Details of a payout beside its state; undefined without any. */
export function detailsOf(sessionId: string | undefined, feeKobo: Kobo | undefined) {
  return { ...(sessionId === undefined ? {} : { sessionId }), ...(feeKobo === undefined ? {} : { feeKobo }) };
}
