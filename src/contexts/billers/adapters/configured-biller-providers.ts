import type { BillerProvider } from '../application/ports/biller-provider.js';
import { BillerProviders } from '../application/ports/biller-providers.js';

/** In the order in which they are given, which is the order of failover. */
export class ConfiguredBillerProviders extends BillerProviders {
  private readonly byName: ReadonlyMap<string, BillerProvider>;

  constructor(readonly all: readonly BillerProvider[]) {
    super();
    this.byName = new Map(all.map((provider) => [provider.name, provider]));
  }

  find(name: string): BillerProvider | undefined {
    return this.byName.get(name);
  }
}
