import { Catalogue, type CatalogueChange, type CatalogueSnapshot } from '../../../src/contexts/catalogue/catalogue.js';
import { ProviderSwitches } from '../../../src/contexts/providers/index.js';

/** On, but for those that the test switches off. */
export class FixedSwitches extends ProviderSwitches {
  readonly off = new Set<string>();
  isOn(_kind: string, provider: string): Promise<boolean> {
    return Promise.resolve(!this.off.has(provider));
  }
  all(): Promise<never> {
    throw new Error('nobody asks');
  }
  set(): Promise<never> {
    throw new Error('nobody sets');
  }
}

export class FixedCatalogue extends Catalogue {
  constructor(private readonly snapshot: CatalogueSnapshot) {
    super();
  }
  current(): Promise<CatalogueSnapshot> {
    return Promise.resolve(this.snapshot);
  }
  recent(): Promise<CatalogueSnapshot> {
    return this.current();
  }
  changed(): Promise<void> {
    throw new Error('this catalogue is fixed');
  }
  replace(): Promise<CatalogueChange> {
    throw new Error('this catalogue is fixed');
  }
  reprice(): Promise<void> {
    throw new Error('this catalogue is fixed');
  }
  syncedAt(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
