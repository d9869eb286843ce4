import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { FastifyRequest } from 'fastify';
import { parseAddress } from '../../kernel/addresses.js';

/** `X-Forwarded-For` counts only from trusted proxies. IPv4 in IPv6 is written as IPv4. */
export function clientAddress(request: FastifyRequest): string {
  const { ip } = request;
  // Most are, and are written so already.
  if (isIPv4(ip)) return ip;
  const text = parseAddress(ip) ? ip : (request.socket.remoteAddress ?? '');
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv4 ? address.toString() : text;
}
