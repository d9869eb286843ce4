import { steadyMs } from '../../kernel/timers.js';
import { isLocal, maskAddress, parseAddress } from '../../kernel/addresses.js';
import { HOUR_MS } from '../../kernel/clock.js';
import { NetworkList } from '../../kernel/networks.js';
import { FORWARDING_HEADERS } from './this-machine.js';

/** @param peer an address, or the network of a public one */
export type Tell = (peer: string, header: string) => void;

/**
 * Notices requests from a proxy that TRUSTED_PROXIES does not name. All its clients share one address, so that limits hold for
 * all of them together.
 */
export class UntrustedForwarding {
  private readonly trusted: NetworkList;
  private toldAt = Number.NEGATIVE_INFINITY;

  /** @param tell at the first such request, then once an hour */
  constructor(
    trustedProxies: readonly string[],
    private readonly count: () => void,
    private readonly tell: Tell,
    private readonly now: () => number = steadyMs,
  ) {
    this.trusted = new NetworkList(trustedProxies);
  }

  look(headers: Readonly<Record<string, unknown>>, remoteAddress: string): void {
    const header = FORWARDING_HEADERS.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    const address = parseAddress(remoteAddress);
    if (!address || this.trusted.has(remoteAddress)) return;
    this.count();
    if (this.now() - this.toldAt < HOUR_MS) return;
    this.toldAt = this.now();
    const peer = address.toString();
    this.tell(isLocal(peer) ? peer : maskAddress(peer), header);
  }
}
