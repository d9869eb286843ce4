import type { RawRequest } from '../../kernel/caller.js';
import type { Kobo } from '../../kernel/money.js';
import type { ListedTransaction, Period } from '../../kernel/provider-transactions.js';
import type { WebhookIdentity } from '../webhooks/index.js';
import type { DepositAccount } from './orders.js';

export interface AccountRequest {
  /** Ours, 26 letters and digits; repeats open no second account. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** A provider with its own expiry returns it. */
  readonly expiresAt: number;
  readonly customer: { readonly name: string; readonly email: string };
}

/** `not_sent`: nothing reached the provider. `unknown`: the account may exist, so ask again with the same reference. */
export type AccountOutcome =
  | {
      readonly outcome: 'opened';
      readonly account: DepositAccount;
      readonly expiresAt: number;
      /** Includes a provider's fee that the payer bears; undefined: the amount asked for. */
      readonly payableKobo?: Kobo;
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'not_sent'; readonly cause: string }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** Unknown texts are empty. */
export interface Payer {
  readonly name: string;
  readonly bank: string;
  /** Masked. */
  readonly account: string;
}

export interface ProviderPayment {
  /** At most 99 characters, the same for every announcement of the payment; compared by bytes. */
  readonly transactionId: string;
  /** The provider's reference of the transaction that the payment belongs to, at most 99 characters. */
  readonly providerReference: string;
  readonly amountKobo: Kobo;
  /** What the provider keeps of all that the transaction received so far; undefined where not told. */
  readonly feeKobo?: Kobo | undefined;
  readonly payer: Payer;
  readonly reference: string | undefined;
  /** Empty where not reported. */
  readonly accountNumber: string;
  readonly narration: string;
  /** Names the interbank transfer; empty where not reported. */
  readonly sessionId: string;
  /** Undefined where not reported. */
  readonly receivedAt: number | undefined;
}

/** All payments of our reference, or those of the provider's transaction. */
export type PaymentQuestion =
  | { readonly reference: string }
  | {
      readonly transactionId: string;
      /** The account that an authentic webhook named, for answers that leave it out. */
      readonly accountNumber?: string;
    };

/** Neither `unknown` nor, shortly after a request, `not_found` proves that nothing was paid. */
export type PaymentsOutcome =
  | {
      readonly outcome: 'known';
      /** Each with an id of its own. */
      readonly payments: readonly ProviderPayment[];
      /** What one transaction has received so far, where the provider tells the sum and may not list every payment. */
      readonly total?: ProviderPayment;
    }
  | { readonly outcome: 'reversed'; readonly providerReference: string }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** A transfer that the provider sent back to its payer. */
export interface RejectedPayment {
  /** At most 99 characters, the same for every announcement of the rejection. */
  readonly id: string;
  readonly reference: string | undefined;
  readonly customerEmail: string | undefined;
  readonly amountKobo: Kobo | undefined;
  readonly reason: string;
}

/** What follows from an authentic webhook, whose content moves no money. */
export interface WebhookContent {
  readonly questions: readonly PaymentQuestion[];
  /** The provider must list a payment or a reversal when it is asked. */
  readonly announcesPayment: boolean;
  readonly rejected?: RejectedPayment;
}

/** Opens accounts for single deposits. Methods return an outcome; a throw is a defect. */
export abstract class DepositProvider {
  /** As in DEPOSIT_PROVIDERS and `webhook_receive&provider=`; 1 to 16 characters. */
  abstract readonly name: string;
  /** False where every payment is announced by the service itself, so that asking finds nothing new. */
  abstract readonly isPolled: boolean;
  abstract openAccount(request: AccountRequest): Promise<AccountOutcome>;
  abstract payments(question: PaymentQuestion): Promise<PaymentsOutcome>;
  /** Authenticates the raw request by the provider's rule; undefined where it is not authentic. */
  abstract identifyWebhook(request: RawRequest): WebhookIdentity | undefined;
  abstract readWebhook(payload: string): Promise<WebhookContent>;
  /** What came in, in portions; undefined where the provider lists nothing. It may list more than the period. @throws UnreadListing while it is read */
  transactions(_: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return undefined;
  }
}

/** In the order of preference. */
export class DepositProviders {
  private readonly byName: ReadonlyMap<string, DepositProvider>;

  constructor(private readonly providers: readonly [DepositProvider, ...DepositProvider[]]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  all(): readonly DepositProvider[] {
    return this.providers;
  }

  find(name: string): DepositProvider | undefined {
    return this.byName.get(name);
  }
}

export interface PaymentAtSandbox {
  readonly transactionId: string;
  readonly accountNumber: string;
  readonly amountKobo: Kobo;
  readonly payerName: string;
}

interface AccountAtSandbox {
  readonly reference: string;
  readonly amountKobo: Kobo;
}

/** The simulated bank, for who pays there by hand. It tells the service nothing by itself. */
export abstract class SandboxBank {
  abstract findAccount(by: { readonly accountNumber: string }): Promise<AccountAtSandbox | undefined>;
  /** The account takes no more payments in time. */
  abstract endAccount(accountNumber: string): Promise<void>;
  /** A known transaction stays as it is. */
  abstract receive(payment: PaymentAtSandbox): Promise<void>;
  /** Takes a payment back; one that it took back already stays as it is. */
  abstract reverse(transactionId: string): Promise<void>;
  /** Without those that it took back. */
  abstract paymentsTo(accountNumber: string): Promise<readonly PaymentAtSandbox[]>;
}
