import type { Kobo } from '../../../kernel/money.js';

/** Why a provider refused or why nothing is known, in terms that all providers share. */
export type ErrorClass =
  /** Proved never to have been sent. */
  | 'not_sent'
  | 'validation'
  | 'customer_invalid'
  | 'item_unavailable'
  | 'amount_out_of_range'
  /** The provider has this reference already: it must be queried. */
  | 'duplicate_reference'
  /** The provider takes it for a repeat of another purchase. */
  | 'suspected_duplicate'
  | 'provider_auth'
  | 'provider_config'
  /** Our balance with them is too low. */
  | 'provider_float'
  | 'biller_down'
  /** Only where it was turned away before it was processed. */
  | 'rate_limited'
  | 'outcome_unknown';

/** The provider's answer, verbatim, for investigation. Never holds a PIN or token. */
export interface Raw {
  readonly code: string;
  readonly message: string;
  readonly httpStatus?: number;
}

/** What is known about a purchase after a call. Every real answer maps to one; whatever does not is `unknown`. */
export type ProviderOutcome =
  | {
      readonly status: 'success';
      readonly raw: Raw;
      readonly providerReference?: string;
      /** Electricity token or recharge PIN. */
      readonly pin?: string;
      readonly details?: Readonly<Record<string, string>>;
      /** The charge to our balance with the provider, where reported. */
      readonly chargedKobo?: Kobo;
    }
  | { readonly status: 'pending'; readonly raw: Raw; readonly providerReference?: string }
  /** Definite: not delivered and not charged. `failoverEligible`: another provider may do better. */
  | { readonly status: 'failed'; readonly raw: Raw; readonly errorClass: ErrorClass; readonly failoverEligible: boolean }
  | { readonly status: 'reversed'; readonly raw: Raw }
  /** The provider does not know the reference; never an answer to a submit. */
  | { readonly status: 'not_found'; readonly raw: Raw }
  | { readonly status: 'unknown'; readonly raw: Raw; readonly cause: UnknownCause };

export type UnknownCause = 'timeout' | 'connection_lost' | 'bad_body' | 'http_5xx' | 'unmapped_code' | 'contradictory';
