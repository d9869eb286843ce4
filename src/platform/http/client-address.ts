import ipaddr from 'ipaddr.js';
import type { FastifyRequest } from 'fastify';
import { ipv6Network, parseAddress } from '../../kernel/addresses.js';

/** `X-Forwarded-For` counts only from trusted proxies. IPv4 in IPv6 is written as IPv4. */
export function clientAddress(request: FastifyRequest): string {
  const text = parseAddress(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv4 ? address.toString() : text;
}

/** An IPv4 address or the /64 of an IPv6 one, because one subscriber has all of it. */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 4) : text;
}
