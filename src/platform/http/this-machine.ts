import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../kernel/addresses.js';

/** Any of them says that a proxy on this machine hands on the request of somebody else. */
const FORWARDING = [
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
  'true-client-ip',
];

/** Whether the request was sent on this machine, to the service itself. */
export function isFromThisMachine({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  return isLoopback(socket.remoteAddress ?? '') && FORWARDING.every((name) => headers[name] === undefined);
}
