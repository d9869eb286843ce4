import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address. What a trusted proxy hands on counts only when it is an address: it goes into
 * limits, records and logs. IPv4 is told as IPv4, also on a socket that speaks both.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip;
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, because a single subscriber has all of it. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
