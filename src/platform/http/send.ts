import type { FastifyReply } from 'fastify';
import type { WireAnswer } from './wire.js';

/** Headers of every answer with an envelope. */
export const ALWAYS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function send(reply: FastifyReply, answer: WireAnswer): void {
  void reply.code(answer.status).headers(ALWAYS).headers(answer.headers).send(answer.body);
}
