import type { DiscoveryService } from '@nestjs/core';

/** The providers of all modules, once each: where a port is an alias, an instance has several tokens. */
export function providerInstances(discovery: DiscoveryService): Set<object> {
  const providers = discovery.getProviders() as { readonly instance: unknown }[];
  return new Set(providers.map(({ instance }) => instance).filter((each) => typeof each === 'object' && each !== null));
}
