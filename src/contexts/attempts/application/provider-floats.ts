import type { Kobo } from '../../../kernel/money.js';

/** Our balance with a provider, from which it takes what purchases and payouts cost. */
export interface ProviderFloat {
  readonly provider: string;
  readonly balanceKobo: Kobo;
  /** Undefined while it is high enough. */
  readonly lowSince: number | undefined;
  readonly readAt: number;
}

export abstract class ProviderFloats {
  abstract find(provider: string): Promise<ProviderFloat | undefined>;
  abstract keep(float: ProviderFloat): Promise<void>;
}
