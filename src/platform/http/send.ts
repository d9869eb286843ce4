import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { WireAnswer } from './wire.js';

/** Answers are no pages: browsers keep, interpret and frame nothing of them. */
export const NO_PAGE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

export const COMMON_HEADERS = { 'content-type': 'application/json; charset=utf-8', ...NO_PAGE };

const COMMON_HEADER_LINES = Object.entries(COMMON_HEADERS).flat();

/** @param more names and values, in turns */
export function send(response: ServerResponse, { status, headers, body }: WireAnswer, more: readonly string[]): void {
  const bytes = Buffer.byteLength(body);
  const lines: (string | number)[] = [...COMMON_HEADER_LINES, 'content-length', bytes, ...more];
  for (const name of Object.keys(headers)) lines.push(name, headers[name]!);
  response.writeHead(status, lines as OutgoingHttpHeader[]);
  // A text of ASCII has as many bytes as characters, and is written faster as latin1.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

/** Past Fastify's hooks and serialisers. */
export function sendReply(reply: FastifyReply, answer: WireAnswer): void {
  reply.hijack();
  // Closes keep-alive sockets during shutdown.
  send(reply.raw, answer, reply.server.server.listening ? [] : CLOSE);
}

export const CLOSE: readonly string[] = ['connection', 'close'];
