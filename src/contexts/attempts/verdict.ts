import { HOUR_MS } from '../../kernel/clock.js';
import { rechargePin } from '../../kernel/deliverable.js';
import type { ErrorClass, ProviderOutcome } from '../../kernel/provider-outcome.js';

/** pending: held, the outcome is unknown. completed: delivered. failed: refunded. reversed: refunded after delivery. */
export type AttemptStatus = 'pending' | 'completed' | 'failed' | 'reversed';

/** An order that was paid for and is carried out by attempts, one after the other. */
export interface Ordered {
  readonly id: string;
  readonly status: AttemptStatus;
  readonly queries: number;
  readonly createdAt: number;
}

/** Committed before the provider is called. */
export interface Attempted {
  readonly id: string;
  /** Counts from 1. */
  readonly number: number;
  readonly provider: string;
  /** Ours, by which the provider is queried. */
  readonly reference: string;
  /** It waits for this time before it is submitted; undefined once it may have been submitted. */
  readonly submitAt?: number | undefined;
}

/** A provider's message without long numbers, which may be a PIN, a token, a phone or a meter. */
export function redacted(message: string): string {
  return message.replaceAll(/\d[\d\s-]{5,}\d/g, (digits) => `…${digits.slice(-2)}`).slice(0, 255);
}

const CONFIRMATIONS = 3;

/**
 * Whether a provider has said of a reference that it does not know it so often, and at such times, that staff have to ask.
 * @param times of these answers, unix milliseconds. @param spacingMs those sooner after one that counts do not count
 */
export function isConfirmedNotFound(times: readonly number[], spacingMs: number): boolean {
  let counted = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const time of [...times].sort((one, other) => one - other)) {
    if (time - last < spacingMs) continue;
    counted++;
    last = time;
  }
  return counted >= CONFIRMATIONS;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FIRST_DELAYS_MS: readonly number[] = [10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];

/** Several short delays, then 15 minutes up to an age of 2 hours, then hourly up to 24 hours; undefined: staff take over. */
export function nextQueryDelayMs(
  queries: number,
  ageMs: number,
  firstDelaysMs: readonly number[] = FIRST_DELAYS_MS,
): number | undefined {
  const first = firstDelaysMs[queries];
  if (first !== undefined) return first;
  if (ageMs < 2 * HOUR) return 15 * MINUTE;
  if (ageMs < 24 * HOUR) return HOUR;
  return undefined;
}

/** After the delivery: 1 hour, 24 hours, 72 hours. */
const CHECKS_AFTER_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** Wait before the next check (first, second or third); undefined after the last. */
export function reversalCheckDelayMs(check: number): number | undefined {
  const afterMs = CHECKS_AFTER_MS[check - 1];
  return afterMs === undefined ? undefined : afterMs - (CHECKS_AFTER_MS[check - 2] ?? 0);
}

export type Delivery = Extract<ProviderOutcome, { status: 'success' }>;

type Failed = Extract<ProviderOutcome, { status: 'failed' }>;

export type Verdict =
  | { readonly do: 'complete'; readonly delivery: Delivery }
  | { readonly do: 'refund' }
  | { readonly do: 'reverse' }
  | { readonly do: 'reroute' }
  /** Sends the same reference, where the provider never delivers it twice. */
  | { readonly do: 'resubmit' }
  /** The outcome is unknown and is queried again. */
  | { readonly do: 'wait' }
  /** The provider contradicts an earlier answer that moved money: staff decide. */
  | { readonly do: 'alarm' }
  | { readonly do: 'nothing' };

/** resubmit: the same reference sent again after `not_found`. */
export type ProviderCall = 'submit' | 'query' | 'resubmit';

export interface CallContext {
  readonly status: AttemptStatus;
  readonly deliversPin: boolean;
  readonly call: ProviderCall;
  readonly hasAlternative: boolean;
  readonly resubmitsSafely: boolean;
}

/** Money moves only on a definite outcome of the order itself. */
export function judge(outcome: ProviderOutcome, context: CallContext): Verdict {
  switch (context.status) {
    case 'pending':
      return judgePending(outcome, context);
    case 'completed':
      if (outcome.status === 'reversed') return { do: 'reverse' };
      return { do: outcome.status === 'failed' && isDefinite(outcome, context.call) ? 'alarm' : 'nothing' };
    case 'failed':
    case 'reversed':
      return { do: outcome.status === 'success' ? 'alarm' : 'nothing' };
  }
}

/** Errors after which an earlier call may have succeeded. */
const NEVER_DEFINITE: ReadonlySet<ErrorClass> = new Set(['duplicate_reference', 'outcome_unknown']);
/** Definite for a submit; no information about an earlier submit. */
const ABOUT_THE_CALL: ReadonlySet<ErrorClass> = new Set([
  'not_sent',
  'rate_limited',
  'provider_auth',
  'provider_config',
  'provider_float',
]);

/** Whether a failed call proves that the order was not carried out. */
function isDefinite({ errorClass, isOfOrder = false }: Failed, call: ProviderCall): boolean {
  if (NEVER_DEFINITE.has(errorClass)) return false;
  if (call !== 'submit' && !isOfOrder && ABOUT_THE_CALL.has(errorClass)) return false;
  // A resubmit may be taken for a repeat of the first submit.
  return !(call === 'resubmit' && errorClass === 'suspected_duplicate');
}

function judgePending(outcome: ProviderOutcome, { deliversPin, call, hasAlternative, resubmitsSafely }: CallContext): Verdict {
  switch (outcome.status) {
    case 'success':
      // A later query may return the PIN.
      if (deliversPin && rechargePin(outcome.deliverables ?? []) === '') return { do: 'wait' };
      return { do: 'complete', delivery: outcome };
    case 'failed':
      if (!isDefinite(outcome, call)) return { do: 'wait' };
      // Only in answer to the submit, never after hours of queries.
      return { do: call === 'submit' && outcome.failoverEligible && hasAlternative ? 'reroute' : 'refund' };
    case 'reversed':
      return { do: 'refund' };
    case 'not_found':
      // The submit may never have been sent, or may still arrive.
      return { do: call === 'query' && resubmitsSafely ? 'resubmit' : 'wait' };
    case 'pending':
    case 'unknown':
      return { do: 'wait' };
  }
}
