import { DiscoveryService } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import { Contributions, Contributor, type Kind, kindsOf, Registry } from '../../kernel/registry.js';

/** The providers of all modules, once each: where a port is an alias, an instance has several tokens. */
export function providerInstances(discovery: DiscoveryService): Set<object> {
  const providers = discovery.getProviders() as { readonly instance: unknown }[];
  return new Set(providers.map(({ instance }) => instance).filter((each) => typeof each === 'object' && each !== null));
}

/** Finds what the providers of all modules contribute. */
@Injectable()
export class DiscoveredContributions extends Contributions {
  private found: ReadonlyMap<Kind, readonly object[]> | undefined;

  constructor(private readonly discovery: DiscoveryService) {
    super();
  }

  of<Entry extends object>(kind: Kind<Entry>): readonly Entry[] {
    // Init hooks may read, in whatever order they run, so the first reader collects.
    this.found ??= this.collect();
    return (this.found.get(kind) ?? []) as readonly Entry[];
  }

  /** @throws Error which names each registry that is not as it needs to be, and each provider that no registry has */
  requireComplete(): void {
    const instances = [...providerInstances(this.discovery)];
    const registries = instances.filter((instance) => instance instanceof Registry);
    const kinds = registries.map(({ kind }) => kind);
    const faults = [
      ...registries.flatMap((registry) => registry.faults()),
      ...instances.flatMap((instance) => faultsOf(instance, kinds)),
    ];
    if (faults.length > 0) throw new Error(faults.join('; '));
  }

  private collect(): ReadonlyMap<Kind, readonly object[]> {
    const found = new Map<Kind, object[]>();
    for (const instance of providerInstances(this.discovery))
      for (const [kind, entry] of entriesOf(instance)) found.set(kind, [...(found.get(kind) ?? []), entry]);
    return found;
  }
}

function entriesOf(instance: object): readonly (readonly [Kind, object])[] {
  if (instance instanceof Contributor) return instance.contributed;
  return kindsOf(instance.constructor).map((kind) => [kind, instance]);
}

function faultsOf(instance: object, kinds: readonly Kind[]): string[] {
  const { constructor: provider } = instance;
  const contributed = entriesOf(instance).map(([kind]) => kind);
  return [
    ...contributed
      .filter((kind) => !kinds.includes(kind))
      .map((kind) => `${provider.name} contributes ${kind.name}, which no registry takes`),
    ...kinds
      .filter((kind) => instance instanceof kind && !contributed.includes(kind))
      .map((kind) => `${provider.name} is not decorated with @Contributes(${kind.name})`),
  ];
}
