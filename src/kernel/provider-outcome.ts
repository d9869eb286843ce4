import type { Deliverable } from './deliverable.js';
import type { Kobo } from './money.js';

/** Common to all providers. */
export type ErrorClass =
  /** Proved never to have been sent. */
  | 'not_sent'
  | 'validation'
  | 'customer_invalid'
  | 'item_unavailable'
  | 'amount_out_of_range'
  /** The provider knows this reference, so it must be queried. */
  | 'duplicate_reference'
  /** The provider takes it for a repeat of another purchase. */
  | 'suspected_duplicate'
  | 'provider_auth'
  | 'provider_config'
  /** Our balance with the provider is too low. */
  | 'provider_float'
  | 'biller_down'
  /** Only where it was refused before processing. */
  | 'rate_limited'
  | 'outcome_unknown';

/** Verbatim, for investigation. Never holds a PIN or token. */
export interface Raw {
  readonly code: string;
  readonly message: string;
  readonly httpStatus?: number;
}

/** Anything that does not map to an outcome is `unknown`. */
export type ProviderOutcome =
  | {
      readonly status: 'success';
      readonly raw: Raw;
      readonly providerReference?: string;
      /** In the provider's order; absent where it names none. */
      readonly deliverables?: readonly Deliverable[];
      readonly details?: Readonly<Record<string, string>>;
      /** Absent unless reported. */
      readonly chargedKobo?: Kobo;
      /** The whole answer as it came, PINs and tokens included: only to be encrypted. */
      readonly body?: string;
    }
  | { readonly status: 'pending'; readonly raw: Raw; readonly providerReference?: string }
  /** Not delivered and not charged. `failoverEligible`: another provider may succeed. */
  | {
      readonly status: 'failed';
      readonly raw: Raw;
      readonly errorClass: ErrorClass;
      readonly failoverEligible: boolean;
      /** It is the state that the order itself has come to, whatever the class: definite also in an answer to a query. */
      readonly isOfOrder?: boolean;
    }
  | { readonly status: 'reversed'; readonly raw: Raw }
  /** Only an answer to a query. */
  | { readonly status: 'not_found'; readonly raw: Raw }
  | {
      readonly status: 'unknown';
      readonly raw: Raw;
      readonly cause: UnknownCause;
      /** Further queries would not help. */
      readonly asksStaff?: boolean;
    };

/** In one word: `success`, `failed_provider_float`, `unknown_timeout`. */
export function outcomeName(outcome: ProviderOutcome): string {
  if (outcome.status === 'failed') return `failed_${outcome.errorClass}`;
  return outcome.status === 'unknown' ? `unknown_${outcome.cause}` : outcome.status;
}

/** The provider was not reached, did not answer, or failed itself. */
export function isBreakdown(outcome: ProviderOutcome): boolean {
  if (outcome.status === 'failed') return outcome.errorClass === 'not_sent';
  return outcome.status === 'unknown' && BREAKDOWNS.has(outcome.cause);
}

export type UnknownCause = 'timeout' | 'connection_lost' | 'bad_body' | 'http_5xx' | 'unmapped_code' | 'contradictory';

const BREAKDOWNS: ReadonlySet<UnknownCause> = new Set(['timeout', 'connection_lost', 'http_5xx']);

/** Our balance with the provider is too low. */
export function isFloatRefused(outcome: ProviderOutcome): boolean {
  return outcome.status === 'failed' && outcome.errorClass === 'provider_float';
}
