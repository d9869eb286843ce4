import ipaddr from 'ipaddr.js';

/** All of IPv6 that is given out to the world; what lies outside is for something else or for nothing yet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the internet at large: not this machine, not a network behind it, nothing reserved.
 * An IPv4 address in the form of IPv6 is what it maps to; other forms that hide one (NAT64, 6to4, Teredo) are not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6);
}

export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** @param address as the system writes it; an interface's name may follow */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = address.split('%')[0]!;
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
}
