import type { RawRequest } from '../../kernel/caller.js';
import type { Kobo } from '../../kernel/money.js';
import type { ProviderOutcome } from '../../kernel/provider-outcome.js';
import type { ListedTransaction, Period } from '../../kernel/provider-transactions.js';
import { type AttemptCapabilities, ProviderList } from '../attempts/index.js';
import type { WebhookIdentity } from '../webhooks/index.js';

export interface PayoutCapabilities extends AttemptCapabilities {
  /** Between two equal amounts to one account, which the provider would take for a repeat; absent where it does not look. */
  readonly equalPayoutSpacingMs?: number;
}

/** An account at a bank, by the provider's own code of the bank. */
export interface BankAccount {
  readonly bankCode: string;
  /** Ten digits. */
  readonly account: string;
}

export interface ListedBank {
  readonly name: string;
  /** The provider's own. */
  readonly code: string;
  /** Six digits; undefined if not reported. */
  readonly nipCode: string | undefined;
}

/** Only `not_found` is about the account; `unavailable` says nothing of it. */
export type NameEnquiry =
  | { readonly outcome: 'resolved'; readonly name: string }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unavailable'; readonly cause: string };

export interface PayoutSubmission extends BankAccount {
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** The name from the enquiry, unchanged. */
  readonly name: string;
  /** The bank's, for people. */
  readonly bankName: string;
  /** The text for the receiver. */
  readonly narration: string;
}

/** The known part of a payout that is asked about. */
export type SubmittedPayout = Pick<PayoutSubmission, 'amountKobo' | 'bankCode' | 'account'>;

/**
 * `success` may be followed by `reversed`, when the rail gives the money back. `providerReference` is the provider's own id,
 * `sessionId` that of the rail, `feeKobo` the provider's charge beside the amount; absent until reported.
 */
export type PayoutOutcome = ProviderOutcome & {
  readonly sessionId?: string;
  readonly feeKobo?: Kobo;
  /** Only with `pending`: nothing happens until a person acts at the provider, so staff are told at once. */
  readonly waitsForPerson?: boolean;
};

/** Parts of a webhook. It decides nothing, and only makes us ask. */
export interface PayoutWebhooks {
  /** The whole answer that the provider wants. */
  readonly answer: object;
  /** Undefined where it is not authentic. */
  identify(request: RawRequest): WebhookIdentity | undefined;
  /** The references to ask about. */
  read(payload: string): readonly string[];
}

/** Whether we really ordered a payout, which a provider asks before it pays. */
export interface ApprovalQuestion {
  readonly reference: string;
  readonly amountKobo: Kobo;
  readonly destination: BankAccount;
}

export interface PayoutApprovals {
  /** Time after our first yes in which it may ask again, because it did not get our answer; 0 if it never does. */
  readonly repeatsWithinMs: number;
  /** Undefined where it is not authentic, or names no reference, amount or destination that is known. */
  read(request: RawRequest): Promise<ApprovalQuestion | undefined>;
  /** In the provider's own form. */
  answer(isApproved: boolean): { readonly httpStatus: number; readonly body: object };
}

/**
 * Pays to accounts at banks. Signals abort when the time is up; errors of `submit` and `query` count as unknown, and the transport
 * must not repeat a submit.
 */
export abstract class PayoutProvider {
  readonly kind = 'payout';
  /** Name in PAYOUT_PROVIDERS; 1 to 16 characters. */
  abstract readonly name: string;
  abstract readonly capabilities: PayoutCapabilities;
  /** Its own codes of well-known banks by ours, for the time before its list was read. */
  readonly knownCodes?: Readonly<Record<string, string>>;

  /** Unique, in the provider's format, at most 40 characters. */
  abstract newReference(): string;
  /** Those that take payouts. */
  abstract banks(signal: AbortSignal): Promise<readonly ListedBank[]>;
  /** Errors count as unavailable. */
  abstract resolve(account: BankAccount, signal: AbortSignal): Promise<NameEnquiry>;
  abstract submit(submission: PayoutSubmission, signal: AbortSignal): Promise<PayoutOutcome>;
  abstract query(reference: string, signal: AbortSignal, payout: SubmittedPayout): Promise<PayoutOutcome>;

  /** The submissions that it got, in portions; undefined if the provider lists nothing. It may list more than the period. */
  transactions(_: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return undefined;
  }

  balance?(signal: AbortSignal): Promise<Kobo>;
  readonly webhooks?: PayoutWebhooks;
  readonly approvals?: PayoutApprovals;
}

export class PayoutProviders extends ProviderList<PayoutProvider> {}

/** The names that providers gave to accounts, so that each account is registered once and found by its name. */
export abstract class PayoutRecipients {
  /** Undefined for an account that was not registered. */
  abstract find(provider: string, account: BankAccount): Promise<string | undefined>;
  /** Undefined for a name that is not ours. */
  abstract accountOf(provider: string, recipient: string): Promise<BankAccount | undefined>;
  /** Another name of the same account takes the place of the earlier one. */
  abstract keep(provider: string, account: BankAccount, recipient: string): Promise<void>;
  /** It is registered anew when it is paid again. */
  abstract forget(provider: string, account: BankAccount): Promise<void>;
}

/** For a process that ends soon. */
export class PassingPayoutRecipients extends PayoutRecipients {
  private readonly kept = new Map<string, { readonly account: BankAccount; readonly recipient: string }>();

  find(provider: string, account: BankAccount): Promise<string | undefined> {
    return Promise.resolve(this.kept.get(keyOf(provider, account))?.recipient);
  }

  accountOf(provider: string, recipient: string): Promise<BankAccount | undefined> {
    const found = [...this.kept].find(([key, kept]) => kept.recipient === recipient && key.startsWith(`${provider}:`));
    return Promise.resolve(found?.[1].account);
  }

  keep(provider: string, { bankCode, account }: BankAccount, recipient: string): Promise<void> {
    this.kept.set(keyOf(provider, { bankCode, account }), { account: { bankCode, account }, recipient });
    return Promise.resolve();
  }

  forget(provider: string, account: BankAccount): Promise<void> {
    this.kept.delete(keyOf(provider, account));
    return Promise.resolve();
  }
}

function keyOf(provider: string, { bankCode, account }: BankAccount): string {
  return `${provider}:${bankCode}:${account}`;
}

export type SandboxPayoutState = 'waiting' | 'paid' | 'failed' | 'returned';

/** The payouts that the simulated rail took, for who decides about them by hand. */
export abstract class SandboxPayouts {
  /** Ends a waiting payout, or returns a paid one. False where the payout is in another state. */
  abstract end(reference: string, state: 'paid' | 'failed' | 'returned'): Promise<boolean>;
}
