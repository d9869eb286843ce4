import type { RawRequest } from '../../../../kernel/caller.js';
import type { Kobo } from '../../../../kernel/money.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import type { DepositAccount } from '../../domain/deposit-order.js';

export interface AccountRequest {
  /** Ours, 26 letters and digits. Asking again with the same one opens no second account. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** Unix ms; a provider with its own expiry returns it. */
  readonly expiresAt: number;
  readonly customer: { readonly name: string; readonly email: string };
}

/** `unknown`: a timeout, a lost connection, an undecided answer. The account may exist: query again. */
export type AccountOutcome =
  | { readonly outcome: 'opened'; readonly account: DepositAccount; readonly expiresAt: number }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** Money that the provider has received for us. */
export interface ProviderPayment {
  /** The provider's own, at most 99 characters; the same for every announcement of the payment. Compared by bytes. */
  readonly transactionId: string;
  readonly amountKobo: Kobo;
  /** Payer; empty where not reported. */
  readonly payerName: string;
  /** Our reference, where reported. */
  readonly reference: string | undefined;
  readonly accountNumber: string;
  /** Unix ms; undefined where not reported. */
  readonly receivedAt: number | undefined;
}

/** By our reference everything that was paid on it; by the provider's transaction id that one payment. */
export type PaymentQuestion = { readonly reference: string } | { readonly transactionId: string };

/** `unknown` is never a no: the same question again. `not_found` alone proves nothing either shortly after a request. */
export type PaymentsOutcome =
  | { readonly outcome: 'known'; readonly payments: readonly ProviderPayment[] }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** A bank or payment company that opens accounts for single deposits. Methods answer with an outcome; a throw is a defect. */
export abstract class DepositProvider {
  /** As in DEPOSIT_PROVIDERS and in `webhook_receive&provider=`; 1 to 16 characters. */
  abstract readonly name: string;
  abstract openAccount(request: AccountRequest): Promise<AccountOutcome>;
  abstract payments(question: PaymentQuestion): Promise<PaymentsOutcome>;
  /** Whether a webhook came from this provider, by its own rule over the raw request; undefined when not. */
  abstract identifyWebhook(request: RawRequest): WebhookIdentity | undefined;
  /** What an authentic webhook gives reason to query. Its content is not trusted. */
  abstract readWebhook(payload: string): Promise<PaymentQuestion[]>;
}

/** The providers of this installation; new orders go to the first. */
export class DepositProviders {
  private readonly byName: ReadonlyMap<string, DepositProvider>;

  constructor(private readonly providers: readonly [DepositProvider, ...DepositProvider[]]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  get first(): DepositProvider {
    return this.providers[0];
  }

  all(): readonly DepositProvider[] {
    return this.providers;
  }

  find(name: string): DepositProvider | undefined {
    return this.byName.get(name);
  }
}
