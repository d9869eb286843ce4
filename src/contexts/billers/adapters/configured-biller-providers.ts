import { type BillerProvider, BillerProviders } from '../application/ports.js';

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
