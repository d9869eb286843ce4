import type { Clock } from '../../kernel/clock.js';
import type { HttpClient } from '../http-client/http-client.js';
import type { Setting } from '../config/room-settings.js';

/** The variable that names the providers of a kind, in the order of failover. */
export const PROVIDER_LISTS = {
  biller: 'BILLER_PROVIDERS',
  deposit: 'DEPOSIT_PROVIDERS',
  payout: 'PAYOUT_PROVIDERS',
  identity: 'IDENTITY_PROVIDERS',
} as const;

export type ManifestKind = keyof typeof PROVIDER_LISTS;

export interface ProviderSetting extends Setting {
  /** Whether the provider cannot be used without it. */
  readonly isRequired?: true;
  /** Whether it proves the caller, or the sender of a webhook. */
  readonly isSecret?: true;
}

/** An adapter's description of itself in `adapters/<name>/manifest.ts`, where everything else finds it by its name. */
export interface ProviderManifest<Provider extends object = object, Variables extends object = object> {
  /** Name in the list of its kind and of its folder: 1 to 16 small letters, digits, _ or -. */
  readonly name: string;
  readonly kind: ManifestKind;
  /** The company's own spelling. */
  readonly title: string;
  /** Its environment variables with the checks of class-validator; a value here is a default. A variable that ends in _URL is https in production. */
  readonly variables: new () => Variables;
  /** Description of each variable, in the order of the documents. */
  readonly settings: { readonly [Name in keyof Variables]-?: ProviderSetting };
  /** Proof that a webhook is the provider's: a signature over its bytes, or a token in its address. */
  readonly webhooks: 'signed' | 'token' | 'none';
  /** @param variables checked; what is required is there */
  create(variables: Variables, tools: ProviderTools): Promise<Provider>;
}

export interface ProviderTimes {
  /** For calls that may move money. */
  readonly submitTimeoutMs: number;
  /** For lists and questions. */
  readonly readTimeoutMs: number;
}

export interface ProviderTools {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly times: ProviderTimes;
  /** An adapter that the service has made already, because its books are in the service's database. @throws Error where there is none of this class */
  made<T extends object>(type: abstract new (...dependencies: never[]) => T): T;
}
