import { StartError } from '../../../platform/config/start-error.js';
import type { BillerProvider } from '../application/ports/biller-provider.js';
import { BillerProviders } from '../application/ports/biller-providers.js';

/** In the configured order, which is the order of failover. */
export class ConfiguredBillerProviders extends BillerProviders {
  readonly all: readonly BillerProvider[];
  private readonly byName: ReadonlyMap<string, BillerProvider>;

  /** @throws StartError naming a configured provider that does not exist */
  constructor(names: readonly string[], known: readonly BillerProvider[]) {
    super();
    this.all = names.map((name) => known.find((provider) => provider.name === name) ?? unknown(name, known));
    this.byName = new Map(this.all.map((provider) => [provider.name, provider]));
  }

  find(name: string): BillerProvider | undefined {
    return this.byName.get(name);
  }
}

function unknown(name: string, known: readonly BillerProvider[]): never {
  const names = known.map((provider) => provider.name).join(', ');
  throw new StartError([`BILLER_PROVIDERS names ${name}, which does not exist: name some of ${names}.`]);
}
