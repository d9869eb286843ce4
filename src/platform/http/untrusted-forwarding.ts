import { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLocal, maskAddress, parseAddress } from '../../kernel/addresses.js';
import { HOUR_MS } from '../../kernel/clock.js';

/** Any of them says that the peer is a proxy, and that somebody else sent the request. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** @param peer an address, or the network of a public one */
export type Tell = (peer: string, header: string) => void;

/**
 * Notices requests that a proxy forwards which TRUSTED_PROXIES does not name: all its clients have one address, so that what is limited
 * for each is limited for all.
 */
export class UntrustedForwarding {
  private readonly trusted = new BlockList();
  private toldAt = Number.NEGATIVE_INFINITY;

  /** @param tell at the first such request, then once an hour */
  constructor(
    trustedProxies: readonly string[],
    private readonly count: () => void,
    private readonly tell: Tell,
    private readonly now: () => number = () => performance.now(),
  ) {
    for (const entry of trustedProxies.flatMap((proxy) => NAMED[proxy] ?? [proxy])) this.trust(entry);
  }

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', ({ headers, socket }, _reply, done) => {
      this.look(headers, socket.remoteAddress ?? '');
      done();
    });
  }

  look(headers: Readonly<Record<string, unknown>>, remoteAddress: string): void {
    const header = FORWARDING.find((name) => headers[name] !== undefined);
    const address = parseAddress(remoteAddress);
    if (header === undefined || !address || this.trusted.check(address.toString(), address.kind())) return;
    this.count();
    if (this.now() - this.toldAt < HOUR_MS) return;
    this.toldAt = this.now();
    const peer = address.toString();
    this.tell(isLocal(peer) ? peer : maskAddress(peer), header);
  }

  private trust(entry: string): void {
    const [text = '', bits] = entry.split('/');
    const address = ipaddr.process(text);
    // The bits of an IPv4 address that is written in IPv6 are counted from the beginning of that.
    const shift = address.kind() === 'ipv4' && text.includes(':') ? 96 : 0;
    const all = address.kind() === 'ipv4' ? 32 : 128;
    this.trusted.addSubnet(address.toString(), bits === undefined ? all : Math.max(0, Number(bits) - shift), address.kind());
  }
}
