import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What browsers may send, beyond what every page may. */
const REQUEST_HEADERS = 'content-type, idempotency-key, svc-securekey, svc-timestamp, svc-reqsignal';
/** What scripts may read, beyond what every script may. */
const ANSWER_HEADERS = 'svc-server-time, retry-after, idempotency-replayed, ratelimit, ratelimit-policy, allow';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** The longest that Chromium honours. */
const PREFLIGHT_SECONDS = 7_200;
/** For operators and developers, who have no other origin. */
const SAME_ORIGIN_ONLY = /^\/(console|metrics|sandbox)(\/|\?|$)/;

/**
 * Lets pages of these origins call the interface and read its answers. There are no cookies, so no credentials are allowed. By hand,
 * because answers are written to the raw response, where @fastify/cors has no effect.
 */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (SAME_ORIGIN_ONLY.test(request.raw.url ?? '')) return done();
    const { raw } = reply;
    raw.setHeader('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return done();
    raw.setHeader('access-control-allow-origin', origin);
    raw.setHeader('access-control-expose-headers', ANSWER_HEADERS);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    reply.hijack();
    raw.writeHead(204, {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    });
    raw.end();
  });
}
