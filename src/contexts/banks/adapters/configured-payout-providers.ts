import { type PayoutProvider, PayoutProviders } from '../application/payout-provider.js';

/** In the order in which they are given, which is the order of failover. */
export class ConfiguredPayoutProviders extends PayoutProviders {
  private readonly byName: ReadonlyMap<string, PayoutProvider>;

  constructor(readonly all: readonly PayoutProvider[]) {
    super();
    this.byName = new Map(all.map((provider) => [provider.name, provider]));
  }

  find(name: string): PayoutProvider | undefined {
    return this.byName.get(name);
  }
}
