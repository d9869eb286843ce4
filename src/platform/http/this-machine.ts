import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../kernel/addresses.js';

/** Any of them says that the peer is a proxy, and that somebody else sent the request. */
export const FORWARDING_HEADERS: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-azure-clientip',
  'x-envoy-external-address',
  'x-forwarded',
  'x-forwarded-port',
  'x-original-forwarded-for',
  'x-original-host',
];

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

export function isFromThisMachine({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  return isLoopback(socket.remoteAddress ?? '') && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
}
