import type { RawRequest } from '../../kernel/caller.js';
import { ProviderList } from '../attempts/index.js';
import type { WebhookIdentity } from '../webhooks/index.js';
import type { PersonNames } from './names.js';

/** vnin: a virtual NIN, which its owner makes for one use. */
export const NUMBER_TYPES = ['bvn', 'nin', 'vnin'] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

export interface IdentityCheck extends PersonNames {
  /** Ours, new for each check and provider. */
  readonly job: string;
  readonly type: NumberType;
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly birth: string;
  /** A JPEG or PNG, where the user gave one. */
  readonly selfie?: Buffer | undefined;
  /** It was asked under this job before, and we have no answer: where jobs can be asked about, that comes first. */
  readonly isRepeat: boolean;
}

/** What the authority has; of the rest nothing is kept. */
export interface IdentityRecord extends PersonNames {
  /** Undefined where it has none. */
  readonly birth: string | undefined;
  /** The NIN behind a virtual one, where it is told. */
  readonly nin?: string;
}

/**
 * Only the first four are about the person. `matched`: the provider compared and tells no record. `pending`: it works on it, and
 * answers by webhook or when it is asked again; `job` is what it calls that from now on. `selfieAgrees` is undefined where the provider
 * did not compare the selfie with the photo of the authority. `unavailable` says nothing of the person: the source is down, or there was no answer
 * that can be read. `not_ours`: our balance is empty or our access is wrong.
 */
export type IdentityAnswer =
  | { readonly outcome: 'found'; readonly record: IdentityRecord; readonly selfieAgrees?: boolean | undefined }
  | { readonly outcome: 'matched'; readonly agrees: boolean; readonly selfieAgrees?: boolean | undefined }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'watch_listed' }
  | { readonly outcome: 'pending'; readonly job?: string }
  | { readonly outcome: 'unavailable'; readonly cause: string }
  | { readonly outcome: 'not_ours'; readonly cause: string };

/** What a webhook names; it decides nothing, and only makes us ask. */
export interface IdentityWebhooks {
  /** The whole answer that the provider wants. */
  readonly answer: object;
  /** Undefined where it is not authentic. */
  identify(request: RawRequest): WebhookIdentity | undefined;
  /** Our jobs, to ask about. */
  read(payload: string): readonly string[];
}

/** Asks an authority about a number. Errors count as `unavailable`. */
export abstract class IdentityProvider {
  readonly kind = 'identity';
  /** As in IDENTITY_PROVIDERS; 1 to 16 characters. */
  abstract readonly name: string;
  abstract readonly timeoutMs: number;
  /** Unique, at most 64 characters. */
  abstract newJob(): string;
  abstract check(check: IdentityCheck, signal: AbortSignal): Promise<IdentityAnswer>;
  readonly webhooks?: IdentityWebhooks;
}

export class IdentityProviders extends ProviderList<IdentityProvider> {}
