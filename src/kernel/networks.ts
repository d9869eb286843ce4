import ipaddr from 'ipaddr.js';

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
