import { Resolver } from 'node:dns/promises';

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves host names; a port, so that tests can simulate DNS rebinding. */
export abstract class HostAddresses {
  /** @returns no address, or throws, when there is none */
  abstract of(host: string): Promise<HostAddress[]>;
}

/** Asks name servers directly: the system's look-up blocks threads of the pool that file access and password hashes use. */
export class DnsHostAddresses extends HostAddresses {
  async of(host: string): Promise<HostAddress[]> {
    if (/^(.+\.)?localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }];
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
    ];
  }
}
