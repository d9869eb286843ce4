import ipaddr from 'ipaddr.js';
import { BlockList } from 'node:net';
import { parseAddress } from './addresses.js';

interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

interface Addresses extends Interval {
  /** More than any proxy has: a /8 of IPv4, a /16 of IPv6. */
  readonly vast: bigint;
}

/** Addresses that clients of the Internet have; IPv4 as IPv6 writes it. */
const INTERNET: readonly Addresses[] = [
  { first: numberOf('::ffff:1.0.0.0'), last: numberOf('::ffff:223.255.255.255'), vast: 1n << 24n },
  { first: numberOf('2000::'), last: numberOf('3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'), vast: 1n << 112n },
];

/** Whether addresses and networks (10.0.0.0/8) together leave out no address that IPv4 or IPv6 clients have; other text is nothing. */
export function coversInternet(networks: readonly string[]): boolean {
  const intervals = networks.flatMap(intervalOf).toSorted((one, other) => (one.first < other.first ? -1 : 1));
  return INTERNET.some((all) => {
    let covered = all.first;
    for (const { first, last } of intervals) if (first <= covered && last >= covered) covered = last + 1n;
    return covered > all.last;
  });
}

/** Whether one of them has more addresses of the Internet than a network of proxies could. */
export function hasVastNetwork(networks: readonly string[]): boolean {
  return networks.flatMap(intervalOf).some(({ first, last }) =>
    INTERNET.some((all) => {
      const [from, to] = [first > all.first ? first : all.first, last < all.last ? last : all.last];
      return to - from + 1n > all.vast;
    }),
  );
}

/** Whether they hold more than one installation could have: the whole Internet, or a public network wider than /8 (IPv6 /16). */
export function isTooWide(networks: readonly string[]): boolean {
  return coversInternet(networks) || hasVastNetwork(networks);
}

function intervalOf(text: string): Interval[] {
  const [address = '', bits] = text.trim().split('/');
  if (!ipaddr.isValid(address)) return [];
  const parsed = ipaddr.parse(address);
  const width = parsed.kind() === 'ipv4' ? 32 : 128;
  const free = BigInt(width - Number(bits ?? width));
  const first = (numberOf(address) >> free) << free;
  return [{ first, last: first + (1n << free) - 1n }];
}

function numberOf(address: string): bigint {
  const parsed = ipaddr.parse(address);
  const { parts } = parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed;
  return parts.reduce((number, part) => (number << 16n) | BigInt(part), 0n);
}

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Addresses, networks (10.0.0.0/8) and named ranges (loopback, linklocal, uniquelocal). */
export class NetworkList {
  private readonly list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries.flatMap((each) => NAMED[each] ?? [each])) this.add(entry);
  }

  /** False for text that is no address. */
  has(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && this.list.check(address.toString(), address.kind());
  }

  private add(entry: string): void {
    const [text = '', bits] = entry.split('/');
    const address = ipaddr.process(text);
    // The bits of an IPv4 address that is written in IPv6 are counted from the beginning of that.
    const shift = address.kind() === 'ipv4' && text.includes(':') ? 96 : 0;
    const all = address.kind() === 'ipv4' ? 32 : 128;
    this.list.addSubnet(address.toString(), bits === undefined ? all : Math.max(0, Number(bits) - shift), address.kind());
  }
}
