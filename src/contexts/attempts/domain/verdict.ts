import { rechargePin } from '../../../kernel/deliverable.js';
import type { ErrorClass, ProviderOutcome } from '../../../kernel/provider-outcome.js';
import type { AttemptStatus } from './attempt.js';

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
