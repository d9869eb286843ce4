import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '../../kernel/addresses.js';
import type { NetworkList } from '../../kernel/network-list.js';

/** `X-Forwarded-For` counts only from trusted proxies. IPv4 in IPv6 is written as IPv4. */
export function clientAddress({ socket, headers }: IncomingMessage, trusted: NetworkList): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  const ip = forwarded === undefined ? peer : firstUntrusted(peer, String(forwarded).split(','), trusted);
  // Most are, and are written so already.
  if (isIPv4(ip)) return ip;
  const text = parseAddress(ip) ? ip : peer;
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv4 ? address.toString() : text;
}

/** Each proxy adds the address of its caller, so that only additions of trusted ones are true. */
function firstUntrusted(peer: string, hops: readonly string[], trusted: NetworkList): string {
  let address = peer;
  for (const hop of hops.toReversed()) {
    if (!trusted.has(address)) return address;
    address = hop.trim();
  }
  return address;
}
