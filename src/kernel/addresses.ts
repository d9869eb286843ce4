import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Services of clouds for their own machines at addresses of public ranges: 168.63.129.16 is Azure's, with keys of the machine. */
const OF_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16']);
const LOCAL_RANGES: ReadonlySet<string> = new Set([
  'unspecified',
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
]);

/** IPv4 in IPv6 (`::ffff:192.0.2.1`) is parsed as IPv4, and the zone of an IPv6 address (`%eth0`) is dropped. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js alone also accepts 127.1 and 0x7f000001.
  return isIP(text) === 0 ? undefined : ipaddr.process(text.split('%')[0]!);
}

/** Neither loopback, private nor reserved; IPv6 forms that embed an IPv4 address (NAT64, 6to4, Teredo) are not public. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address?.range() !== 'unicast' || OF_CLOUDS.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

export function isLoopback(text: string): boolean {
  return parseAddress(text)?.range() === 'loopback';
}

/** Loopback, private, link-local and carrier-grade NAT addresses, which have no location. */
export function isLocal(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && LOCAL_RANGES.has(address.range());
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address, empty for other text. */
export function maskAddress(text: string): string {
  const address = parseAddress(text);
  if (!address) return '';
  return address instanceof ipaddr.IPv4 ? `${address.octets.slice(0, 3).join('.')}.0/24` : ipv6Network(address, 3);
}

/** An IPv4 address or the /64 of an IPv6 one, because one subscriber has all of it. */
export function networkOf(text: string): string {
  // Most addresses are IPv4, and every request asks.
  if (!text.includes(':')) return text;
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 4) : (address?.toString() ?? text);
}

/** The /48 of an IPv6 address: who is assigned one (RFC 6177) picks any of its 65,536 networks. None for IPv4. */
export function siteOf(text: string): string | undefined {
  const address = text.includes(':') ? parseAddress(text) : undefined;
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 3) : undefined;
}

function ipv6Network({ parts }: ipaddr.IPv6, groups: number): string {
  const prefix = parts.slice(0, groups).map((part) => part.toString(16));
  return `${prefix.join(':')}::/${groups * 16}`;
}
