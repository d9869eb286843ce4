import { Resolver } from 'node:dns/promises';

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the addresses of a host; a class of its own, so that a test can play a lying name server. */
export abstract class HostAddresses {
  /** Empty or a throw: there are none. */
  abstract of(host: string): Promise<HostAddress[]>;
}

/**
 * Asks name servers directly. The system's own look-up would occupy the threads that files and password hashes
 * need, as long as somebody's slow name server likes.
 */
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
