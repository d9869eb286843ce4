import type { RawRequest } from '../../kernel/caller.js';
import type { CustomerFacts, Deliverable } from '../../kernel/deliverable.js';
import type { Listing } from '../../kernel/listing.js';
import type { Kobo } from '../../kernel/money.js';
import type { Price } from '../../kernel/price.js';
import type { ProviderOutcome } from '../../kernel/provider-outcome.js';
import type { ListedTransaction, Period } from '../../kernel/provider-transactions.js';
import { type AttemptCapabilities, ProviderList } from '../attempts/index.js';
import type { WebhookIdentity } from '../webhooks/index.js';

export interface ProviderCapabilities extends AttemptCapabilities {
  readonly resubmitsSafely: boolean;
  /** For the whole catalogue, where it takes more than one read. */
  readonly listTimeoutMs?: number;
}

export interface CustomerQuestion {
  readonly paymentCode: string;
  readonly customerId: string;
}

/** Unknown texts are empty. */
export interface VerifiedCustomer {
  readonly responseCode: string;
  readonly responseDescription: string;
  readonly customerId: string;
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly mobile: string;
  readonly dueDate: string;
  /** Zero where nothing is due. */
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
  readonly deliversPin: boolean;
  /** The provider's facts about the customer, if they were verified before. */
  readonly verified?: CustomerFacts;
}

/** The known part of a purchase that is asked about. */
export type SubmittedPurchase = Pick<Submission, 'amountKobo' | 'deliversPin' | 'customerId'>;

/** Parts of a webhook. It decides nothing, and only makes us ask. */
export interface WebhookHints {
  readonly references: readonly string[];
  readonly catalogueChanged: boolean;
}

export interface ProviderWebhooks {
  /** The whole answer that the provider wants. */
  readonly answer: object;
  /** Undefined where it is not authentic. */
  identify(request: RawRequest): WebhookIdentity | undefined;
  read(payload: string): WebhookHints;
}

/**
 * Delivers the items of billers. Signals abort when the time is up; errors of `submit` and `query` count as unknown, and the
 * transport must not repeat a submit.
 */
export abstract class BillerProvider {
  readonly kind = 'biller';
  /** Name in BILLER_PROVIDERS. */
  abstract readonly name: string;
  abstract readonly capabilities: ProviderCapabilities;

  /** Unique, in the provider's format, at most 40 characters. */
  abstract newReference(): string;
  abstract list(signal: AbortSignal): Promise<Listing>;
  /** Undefined for an unknown customer. */
  abstract verifyCustomer(question: CustomerQuestion, signal: AbortSignal): Promise<VerifiedCustomer | undefined>;
  abstract submit(submission: Submission, signal: AbortSignal): Promise<ProviderOutcome>;
  abstract query(reference: string, signal: AbortSignal, purchase: SubmittedPurchase): Promise<ProviderOutcome>;

  /** Deliverables of an earlier answer of `submit` or `query`, by its body; empty for any other body. */
  deliverablesIn?(body: string, purchase: SubmittedPurchase): readonly Deliverable[];
  /** The present price; undefined if it is not sold any more. For providers whose prices change between two syncs. */
  price?(item: { readonly billerId: string; readonly paymentCode: string }, signal: AbortSignal): Promise<Price | undefined>;
  /** The submissions that it got, in portions; undefined if the provider lists nothing. It may list more than the period. */
  transactions(_: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return undefined;
  }

  /** Purchases reversed since then. A provider that does not list them is asked about each delivered purchase again. */
  reversedSince?(since: number, signal: AbortSignal): Promise<readonly string[]>;
  readonly webhooks?: ProviderWebhooks;
  balance?(signal: AbortSignal): Promise<Kobo>;
}

export class BillerProviders extends ProviderList<BillerProvider> {}

/** The purchases that the simulated company took, for who decides about them by hand. */
export abstract class SandboxPurchases {
  /** Ends a waiting purchase, or takes a delivered one back. False where the purchase is in another state. */
  abstract end(reference: string, state: 'delivered' | 'failed' | 'reversed'): Promise<boolean>;
}
