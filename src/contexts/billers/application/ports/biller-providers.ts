import type { BillerProvider } from './biller-provider.js';

export abstract class BillerProviders {
  /** In failover order. */
  abstract readonly all: readonly BillerProvider[];
  /** Undefined for one that is not in use any more. */
  abstract find(name: string): BillerProvider | undefined;
}
