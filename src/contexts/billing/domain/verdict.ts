import type { ErrorClass, ProviderOutcome } from './provider-outcome.js';
import type { PurchaseStatus } from './purchase.js';

export type Delivery = Extract<ProviderOutcome, { status: 'success' }>;

/** What to do about a provider's outcome. */
export type Verdict =
  /** Delivered: the purchase is complete. */
  | { readonly do: 'complete'; readonly delivery: Delivery }
  /** Definitely not delivered: the money goes back. */
  | { readonly do: 'refund' }
  /** Delivered, and taken back since: the money goes back. */
  | { readonly do: 'reverse' }
  /** This provider definitely refused: the next one is tried. */
  | { readonly do: 'reroute' }
  /** The same reference again, where the provider promises never to deliver it twice. */
  | { readonly do: 'resubmit' }
  /** Nothing is known, so nothing happens; the provider is asked again. */
  | { readonly do: 'wait' }
  /** The provider contradicts what it said before and money is at stake: people decide. */
  | { readonly do: 'alarm' }
  | { readonly do: 'nothing' };

/** submit: the answer to the purchase itself; query: to a question about it; resubmit: to the same purchase sent again after such a question. */
export type Asked = 'submit' | 'query' | 'resubmit';

export interface Circumstances {
  readonly status: PurchaseStatus;
  readonly deliversPin: boolean;
  readonly asked: Asked;
  /** Another provider sells the item. */
  readonly hasAlternative: boolean;
  /** The provider never delivers one reference twice. */
  readonly resubmitsSafely: boolean;
}

/** Whatever is not definite is unknown, and unknown moves no money. */
export function judge(outcome: ProviderOutcome, circumstances: Circumstances): Verdict {
  switch (circumstances.status) {
    case 'pending':
      return judgePending(outcome, circumstances);
    case 'completed':
      if (outcome.status === 'reversed') return { do: 'reverse' };
      return { do: outcome.status === 'failed' ? 'alarm' : 'nothing' };
    case 'failed':
    case 'reversed':
      return { do: outcome.status === 'success' ? 'alarm' : 'nothing' };
  }
}

/** These say that an earlier call arrived, or that nobody knows. */
const UNDECIDED: ReadonlySet<ErrorClass> = new Set(['duplicate_reference', 'outcome_unknown']);
/** These turn away one call and prove nothing about the calls before it. */
const OF_THIS_CALL: ReadonlySet<ErrorClass> = new Set([
  'not_sent',
  'rate_limited',
  'provider_auth',
  'provider_config',
  'provider_float',
]);

/** Whether a refusal is about the purchase itself. */
function isDefinite(errorClass: ErrorClass, asked: Asked): boolean {
  return !UNDECIDED.has(errorClass) && !(asked === 'resubmit' && OF_THIS_CALL.has(errorClass));
}

function judgePending(outcome: ProviderOutcome, { deliversPin, asked, hasAlternative, resubmitsSafely }: Circumstances): Verdict {
  switch (outcome.status) {
    case 'success':
      // Delivered without its PIN is worth nothing to the buyer yet: the PIN may still come.
      return deliversPin && !outcome.pin ? { do: 'wait' } : { do: 'complete', delivery: outcome };
    case 'failed':
      if (!isDefinite(outcome.errorClass, asked)) return { do: 'wait' };
      // Only while the buyer waits: hours later another provider's delivery would be a surprise.
      return { do: asked === 'submit' && outcome.failoverEligible && hasAlternative ? 'reroute' : 'refund' };
    case 'reversed':
      return { do: 'refund' };
    case 'not_found':
      // Not a verdict by itself: it may never have left us, or be on its way still.
      return { do: asked === 'query' && resubmitsSafely ? 'resubmit' : 'wait' };
    case 'pending':
    case 'unknown':
      return { do: 'wait' };
  }
}
