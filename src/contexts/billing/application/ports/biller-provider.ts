import type { Listing } from '../../domain/catalogue.js';
import type { ProviderOutcome } from '../../domain/provider-outcome.js';
import type { Kobo } from '../../../../kernel/money.js';

export interface ProviderCapabilities {
  /** Submitting a reference again answers what became of the first submit and never delivers twice. */
  readonly resubmitsSafely: boolean;
  /** How long a submit may take before its outcome counts as unknown. Longer than the answer to the client may take. */
  readonly submitTimeoutMs: number;
  /** How long reads (lists, verification, queries) may take. */
  readonly readTimeoutMs: number;
  /** Pauses before the first questions about an undecided purchase, instead of the usual ones. */
  readonly requeryDelaysMs?: readonly number[];
}

export interface CustomerQuestion {
  readonly paymentCode: string;
  readonly customerId: string;
}

/** A customer's data at the provider. Unknown texts are empty. */
export interface VerifiedCustomer {
  readonly responseCode: string;
  readonly responseDescription: string;
  readonly customerId: string;
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly mobile: string;
  /** YYYY-MM-DD, or empty. */
  readonly dueDate: string;
  /** What is due; zero where nothing is. */
  readonly amountKobo: Kobo;
  readonly exchangeReference: string;
  readonly details: Readonly<Record<string, string>>;
}

export interface Submission {
  readonly reference: string;
  readonly paymentCode: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerMobile: string;
  readonly amountKobo: Kobo;
}

/** References that a webhook names, which are then queried. The webhook itself decides nothing. */
export interface WebhookHints {
  readonly authentic: 'verified' | 'unverifiable' | 'invalid';
  readonly references: readonly string[];
}

/**
 * A company that delivers what billers sell.
 *
 * Methods take a signal that aborts when the time is up. `submit` and `query` answer with an outcome for
 * everything the provider may say; what they throw counts as unknown. A submit must never be repeated by
 * the transport. Reads throw when they fail.
 */
export abstract class BillerProvider {
  /** As in BILLER_PROVIDERS. */
  abstract readonly name: string;
  abstract readonly capabilities: ProviderCapabilities;

  /** A reference in the provider's format, of at most 40 characters, never given before. Used today. */
  abstract newReference(): string;
  abstract list(signal: AbortSignal): Promise<Listing>;
  /** Undefined for an unknown customer. */
  abstract verifyCustomer(question: CustomerQuestion, signal: AbortSignal): Promise<VerifiedCustomer | undefined>;
  abstract submit(submission: Submission, signal: AbortSignal): Promise<ProviderOutcome>;
  abstract query(reference: string, signal: AbortSignal): Promise<ProviderOutcome>;

  /** References of purchases that were taken back since then (unix ms), where the provider lists them. */
  reversedSince?(since: number, signal: AbortSignal): Promise<readonly string[]>;
  parseWebhook?(headers: Readonly<Record<string, string | string[] | undefined>>, body: Uint8Array): WebhookHints;
  /** Our balance with the provider. */
  balance?(signal: AbortSignal): Promise<Kobo>;
}
