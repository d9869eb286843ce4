import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { Described, RoomSettings } from '../config/room-settings.js';
import { entriesOf, toNumber } from '../config/variables.js';
import { type ManifestKind, PROVIDER_LISTS, type ProviderTimes } from './provider-manifest.js';

const LIST_OF_NAMES = /^[a-z0-9_-]+(,[a-z0-9_-]+)*$/;
const TITLE = 'Providers';
export const WEBHOOK_SECRET_FORM = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

/** Choice of providers, and settings for all of them. Their own variables are in their manifests. */
export class ProvidersEnvironment extends RoomSettings {
  @Described(TITLE, { meaning: 'providers that deliver purchases, in the order of failover ([providers](providers.md))' })
  @Matches(LIST_OF_NAMES)
  BILLER_PROVIDERS: string = 'sandbox';

  @Described(TITLE, { meaning: 'providers that open accounts for deposits, in the order of failover' })
  @Matches(LIST_OF_NAMES)
  DEPOSIT_PROVIDERS: string = 'sandbox';

  @Described(TITLE, { meaning: 'providers that pay to banks, in the order of failover' })
  @Matches(LIST_OF_NAMES)
  PAYOUT_PROVIDERS: string = 'sandbox';

  @Described(TITLE, {
    meaning: 'providers that check whether a BVN or a NIN is a person’s, in the order of failover',
    unset: '`sandbox` where another list names it, else nobody',
  })
  @IsOptional()
  @Matches(LIST_OF_NAMES)
  IDENTITY_PROVIDERS?: string = undefined;

  @Described(TITLE, {
    meaning: '`allowed` permits `sandbox` in the lists in production, although it delivers nothing and its bank pays any amount',
  })
  @IsIn(['refused', 'allowed'])
  SANDBOX_PROVIDERS: 'refused' | 'allowed' = 'refused';

  @Described(TITLE, { meaning: 'seconds that a provider has for a purchase; after them its outcome is unknown' })
  @toNumber
  @IsInt()
  @Min(5)
  @Max(120)
  PROVIDER_SUBMIT_TIMEOUT_SECONDS: number = 45;

  @Described(TITLE, { meaning: 'seconds that a provider has for lists and questions' })
  @toNumber
  @IsInt()
  @Min(2)
  @Max(60)
  PROVIDER_READ_TIMEOUT_SECONDS: number = 15;

  @Described(TITLE, {
    meaning: 'signs the webhooks of the sandbox bank',
    unset: 'made at the first start and kept in `DATA_DIR/sandbox-webhook.secret`',
  })
  @IsOptional()
  @Matches(WEBHOOK_SECRET_FORM, { message: 'SANDBOX_WEBHOOK_SECRET must be whsec_ and at least 24 random bytes in base64' })
  SANDBOX_WEBHOOK_SECRET?: string = undefined;

  get times(): ProviderTimes {
    return {
      submitTimeoutMs: this.PROVIDER_SUBMIT_TIMEOUT_SECONDS * 1_000,
      readTimeoutMs: this.PROVIDER_READ_TIMEOUT_SECONDS * 1_000,
    };
  }

  /** In the order of failover. */
  providersOf(kind: ManifestKind): readonly string[] {
    // It came after the other lists, so a service that does not set it starts as before.
    if (kind === 'identity' && this.IDENTITY_PROVIDERS === undefined) return this.usesSandbox ? ['sandbox'] : [];
    return entriesOf(this[PROVIDER_LISTS[kind]]);
  }

  get usesSandbox(): boolean {
    return this.sandboxLists.length > 0;
  }

  override faults(production: boolean): readonly string[] {
    if (!production || this.SANDBOX_PROVIDERS === 'allowed') return [];
    return this.sandboxLists.map(
      (list) => `${list} names sandbox, which delivers nothing: name a provider, or set SANDBOX_PROVIDERS=allowed`,
    );
  }

  private get sandboxLists() {
    return Object.values(PROVIDER_LISTS).filter((list) => entriesOf(this[list]).includes('sandbox'));
  }
}
