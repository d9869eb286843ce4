import ipaddr from 'ipaddr.js';

/** The assigned part of IPv6; the rest is reserved or special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is routable on the internet: not local, private or reserved.
 * An IPv4-mapped IPv6 address counts as its IPv4 address; other embeddings (NAT64, 6to4, Teredo) are not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** @param address as the system writes it, possibly with an interface name */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = address.split('%')[0]!;
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
}
