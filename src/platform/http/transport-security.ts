import type { FastifyInstance } from 'fastify';

/** A year, as browsers recommend it; subdomains are not ours to decide about. */
const VALUE = 'max-age=31536000';

/** Tells browsers to come back by https only (RFC 6797), where the service is reached so. On the raw response, which answers are written to. */
export function requireSecureTransport(fastify: FastifyInstance, publicUrl: string): void {
  if (new URL(publicUrl).protocol !== 'https:') return;
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('strict-transport-security', VALUE);
    done();
  });
}
