import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Clock, toSeconds, wallTime } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { Failure } from '../../kernel/failure.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { BodyReader } from './body-reader.js';
import { Connections } from './connections.js';
import { allowOrigins } from './cross-origin.js';
import { edgeFailures } from './edge.failures.js';
import { asFailure } from './envelope.filter.js';
import type { HttpEnvironment } from './http.settings.js';
import { RequestAnswers } from './request-answers.js';
import { COMMON_HEADERS, send } from './send.js';
import { requireSecureTransport } from './transport-security.js';
import { type Tell, UntrustedForwarding } from './untrusted-forwarding.js';
import { LARGEST_BODY_BYTES } from './wire.js';

const KEEP_ALIVE_MS = 72_000;
const REQUEST_MS = 60_000;
/** From the first byte of a connection, and of every further request on it, to the end of the headers. */
const HEADERS_MS = 20_000;
const CHECK_CONNECTIONS_MS = 2_000;
/** A purchase takes up to 10 s. */
const SHUTDOWN_GRACE_MS = 12_000;

interface BrokenHttp extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const REQUEST_LINE = /^[A-Z]{2,20} \S+ HTTP\/1\.[01]\r\n/;

/** The HTTP server; `prepare` connects it to the application. */
export class Edge {
  readonly adapter: FastifyAdapter;
  private closing = false;
  private answers: RequestAnswers | undefined;
  private connections: Connections | undefined;

  /** @param headersMs shorter in tests */
  constructor(
    private readonly settings: HttpEnvironment,
    headersMs = HEADERS_MS,
  ) {
    this.adapter = new FastifyAdapter({
      trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
      bodyLimit: LARGEST_BODY_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_MS,
      // Node would answer a missing Host without an envelope; the service does not use the header.
      http: {
        requireHostHeader: false,
        headersTimeout: headersMs,
        connectionsCheckingInterval: Math.min(headersMs, CHECK_CONNECTIONS_MS),
      },
      // A request on an open connection during shutdown is served, then the connection is closed.
      return503OnClosing: false,
      // The signature covers the target as sent, so paths are not normalised.
      routerOptions: { ignoreTrailingSlash: false, maxParamLength: 256 },
      frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
        send(reply, this.answers!.refused(asFailure(error), request.raw.url)),
      clientErrorHandler: (error: BrokenHttp, socket) => this.answerBrokenHttp(error, socket),
    });
  }

  /** Call it before the application is initialised, because routes take these settings when they are registered. */
  prepare(app: NestFastifyApplication): void {
    const fastify = app.getHttpAdapter().getInstance();
    const bodies = app.get(BodyReader);
    for (const method of ['GET', 'DELETE', 'OPTIONS']) fastify.addHttpMethod(method, { hasBody: true, overrideExisting: true });
    // Fastify would ask it for a content type before an operation says that it does not take it.
    fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
    fastify.removeAllContentTypeParsers();
    // The pipeline parses JSON after verifying the signature. JSON is named because Fastify finds it faster than `*`.
    for (const type of ['application/json', '*'])
      fastify.addContentTypeParser(type, (request, payload, done) => bodies.read(request, payload, done));
    // Uploads are streamed to the disk by the controller, once the session is known.
    fastify.addContentTypeParser('multipart/form-data', (request, payload, done) =>
      bodies.isUpload(request) ? done(null) : bodies.read(request, payload, done),
    );
    const { server } = fastify;
    this.connections = new Connections(server, this.settings, app.get(Log), app.get(Metrics));
    fastify.addHook('preClose', (done) => {
      this.closing = true;
      this.connections!.closeSilent();
      const grace = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref();
      server.once('close', () => clearTimeout(grace));
      done();
    });
    // Proxies and caches may have gone by another of them than we would.
    fastify.addHook('onRequest', (request, reply, done) => {
      if ((request.raw.headersDistinct.host?.length ?? 0) < 2) return done();
      send(reply, this.answers!.refused(new Failure(edgeFailures.several_hosts), request.raw.url));
    });
    requireSecureTransport(fastify, this.settings.publicUrl);
    this.watchForwarding(app);
    allowOrigins(fastify, this.settings.webOrigins);
    const clock = app.get(Clock);
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('svc-server-time', String(toSeconds(wallTime(clock))));
      // An idle keep-alive socket would delay the end of the process.
      if (this.closing) reply.header('connection', 'close');
      done(null, payload);
    });
    // Node would refuse an unknown Expect header without an envelope; a server may ignore the header.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      server.emit('request', request, response),
    );
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => this.answerRaw(new Failure(edgeFailures.method), socket));
    this.answers = app.get(RequestAnswers);
  }

  private watchForwarding(app: NestFastifyApplication): void {
    const help = 'Requests with forwarded headers from peers that TRUSTED_PROXIES does not name';
    const counter = app.get(Metrics).counter('harmattan_untrusted_forwarded_requests_total', help, [], [{}]);
    const log = app.get(Log);
    const report = async (peer: string, header: string) => {
      const event = domainEvent('proxy.untrusted', { peer, header });
      await app.get(UnitOfWork).run(() => app.get(Outbox).add(event));
    };
    const tell: Tell = (peer, header) => {
      log.warning('a peer that TRUSTED_PROXIES does not name forwards requests: its clients share one address', { peer, header });
      report(peer, header).catch((error: unknown) => log.problem('an untrusted proxy could not be reported', error));
    };
    new UntrustedForwarding(this.settings.trustedProxies, () => counter.inc(), tell).watch(app.getHttpAdapter().getInstance());
  }

  private answerBrokenHttp(error: BrokenHttp, socket: Duplex): void {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    if (error.code === 'HPE_HEADER_OVERFLOW') return this.answerRaw(new Failure(edgeFailures.headers_too_large), socket);
    // A method that Node does not know.
    const isMethod = error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(String(error.rawPacket));
    if (isMethod) return this.answerRaw(new Failure(edgeFailures.method), socket);
    this.answerRaw(new Failure(edgeFailures.malformed, { text: 'The request could not be read' }), socket);
  }

  private answerRaw(failure: Failure, socket: Duplex): void {
    const { status, headers, body } = this.answers!.refused(failure);
    const lines = Object.entries({
      ...COMMON_HEADERS,
      ...headers,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    this.connections!.end(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  }
}
