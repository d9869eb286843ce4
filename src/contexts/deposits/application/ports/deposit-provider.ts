import type { RawRequest } from '../../../../kernel/caller.js';
import type { Kobo } from '../../../../kernel/money.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import type { DepositAccount } from '../../domain/deposit-order.js';

export interface AccountRequest {
  /** Ours, 26 letters and digits; repeats open no second account. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** A provider with its own expiry returns it. */
  readonly expiresAt: number;
  readonly customer: { readonly name: string; readonly email: string };
}

/** `unknown`: the account may exist, so query again. */
export type AccountOutcome =
  | { readonly outcome: 'opened'; readonly account: DepositAccount; readonly expiresAt: number }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly cause: string };

export interface ProviderPayment {
  /** At most 99 characters, the same for every announcement of the payment; compared by bytes. */
  readonly transactionId: string;
  readonly amountKobo: Kobo;
  /** Empty where not reported. */
  readonly payerName: string;
  readonly reference: string | undefined;
  readonly accountNumber: string;
  /** Undefined where not reported. */
  readonly receivedAt: number | undefined;
}

/** All payments of our reference, or the one with the provider's transaction id. */
export type PaymentQuestion = { readonly reference: string } | { readonly transactionId: string };

/** Neither `unknown` nor, shortly after a request, `not_found` proves that nothing was paid. */
export type PaymentsOutcome =
  | { readonly outcome: 'known'; readonly payments: readonly ProviderPayment[] }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** Opens accounts for single deposits. Methods return an outcome; a throw is a defect. */
export abstract class DepositProvider {
  /** As in DEPOSIT_PROVIDERS and `webhook_receive&provider=`; 1 to 16 characters. */
  abstract readonly name: string;
  abstract openAccount(request: AccountRequest): Promise<AccountOutcome>;
  abstract payments(question: PaymentQuestion): Promise<PaymentsOutcome>;
  /** Authenticates the raw request by the provider's rule; undefined where it is not authentic. */
  abstract identifyWebhook(request: RawRequest): WebhookIdentity | undefined;
  /** What to query after an authentic webhook, whose content is not trusted. */
  abstract readWebhook(payload: string): Promise<PaymentQuestion[]>;
}

/** New orders go to the first. */
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
