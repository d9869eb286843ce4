import type { DiscoveryService } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { Contributes, type Contributions, Contributor, type Kind, Registry } from '../../kernel/registry.js';
import { DiscoveredContributions } from './discovered-contributions.js';

abstract class Source {}

@Contributes(Source)
class First extends Source {}

@Contributes(Source)
class Second extends Source {}

class Undecorated extends Source {}

/** As `record` makes one of a declaration. */
class Several extends Contributor {
  constructor(readonly contributed: readonly (readonly [Kind, object])[]) {
    super();
  }
}

class Sources extends Registry<Source> {
  constructor(contributions: Contributions) {
    super(contributions, Source, { namesOf: ({ constructor }) => [constructor.name], names: ['First'] });
  }

  all(): readonly Source[] {
    return this.entries;
  }
}

/** Makes them as the modules of a service do: contributions, the registry and these providers. */
function discover(...providers: unknown[]) {
  const instances = [null, 'a value', Object.create(null), ...providers];
  const discovery = { getProviders: () => instances.map((instance) => ({ instance })) };
  const contributions = new DiscoveredContributions(discovery as DiscoveryService);
  const sources = new Sources(contributions);
  return { contributions, sources, instances };
}

describe('DiscoveredContributions', () => {
  it('has what is decorated, once where it has two tokens', () => {
    const [first, second] = [new First(), new Second()];
    const { contributions, sources, instances } = discover(first, second, first, {});
    const [one, other, ...more] = sources.all();
    expect([one === first, other === second, more]).toEqual([true, true, []]);
    instances.push(sources);
    expect(() => contributions.requireComplete()).not.toThrow();
  });

  it('has each entry of a provider that contributes several, and refuses one that no registry takes', () => {
    const [first, second] = [new First(), new Second()];
    const { contributions, sources, instances } = discover(
      new Several([
        [Source, second],
        [Source, first],
      ]),
    );
    expect(sources.all()).toEqual([first, second]);
    instances.push(sources);
    expect(() => contributions.requireComplete()).not.toThrow();
    instances.push(new Several([[Several, first]]));
    expect(() => contributions.requireComplete()).toThrow('Several contributes Several, which no registry takes');
  });

  it('refuses a registry that lacks an entry, and a provider that was not decorated', () => {
    const { contributions, sources, instances } = discover(new Second(), new Undecorated());
    instances.push(sources);
    expect(() => contributions.requireComplete()).toThrow(
      'Sources has no Source for First; Undecorated is not decorated with @Contributes(Source)',
    );
  });

  it('refuses a contribution that no registry takes', () => {
    const { contributions } = discover(new First());
    expect(() => contributions.requireComplete()).toThrow('First contributes Source, which no registry takes');
  });
});
