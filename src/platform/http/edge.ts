import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { after } from '../../kernel/timers.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { Failure } from '../../kernel/failure.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Config } from '../config/config.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { BrowserHeaders } from './browser-headers.js';
import { Connections } from './connections.js';
import { edgeFailures } from './edge.failures.js';
import { asFailure } from './envelope.filter.js';
import type { HttpEnvironment } from './http.settings.js';
import { OperationRegistry } from './operation-registry.js';
import { acceptsPages, isForm, OperationsController } from './operations.controller.js';
import { RequestAnswers } from './request-answers.js';
import { COMMON_HEADERS, send, sendReply } from './send.js';
import { type Tell, UntrustedForwarding } from './untrusted-forwarding.js';
import { discard } from './wire.js';

const KEEP_ALIVE_MS = 72_000;
const REQUEST_MS = 60_000;
/** Time from the first byte of a connection, and of every further request on it, to the end of the headers. */
const HEADERS_MS = 20_000;
const CHECK_CONNECTIONS_MS = 2_000;
/** A purchase takes up to 10 s. */
const SHUTDOWN_GRACE_MS = 12_000;

interface BrokenHttp extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const OPERATION_ROUTES: ReadonlySet<string> = new Set(['/', '/:action']);

const REQUEST_LINE = /^[A-Z]{2,20} \S+ HTTP\/1\.[01]\r\n/;

/** The HTTP server; `prepare` connects it to the application. */
export class Edge {
  readonly adapter: FastifyAdapter;
  private closing = false;
  private answers: RequestAnswers | undefined;
  private connections: Connections | undefined;
  private forwarding: UntrustedForwarding | undefined;
  private readonly browsers: BrowserHeaders;

  /** @param headersMs shorter in tests */
  constructor(
    private readonly settings: HttpEnvironment,
    headersMs = HEADERS_MS,
  ) {
    this.browsers = new BrowserHeaders(settings.publicUrl, settings.webOrigins);
    this.adapter = new FastifyAdapter({
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
        sendReply(reply, this.answers!.refused(asFailure(error), request.raw.url)),
      clientErrorHandler: (error: BrokenHttp, socket) => this.answerBrokenHttp(error, socket),
    });
  }

  /** Call it before the application is initialised, because routes take these settings when they are registered. */
  prepare(app: NestFastifyApplication): void {
    this.answers = app.get(RequestAnswers);
    this.forwarding = this.watchForwarding(app);
    const fastify = app.getHttpAdapter().getInstance();
    for (const method of ['GET', 'DELETE', 'OPTIONS']) fastify.addHttpMethod(method, { hasBody: true, overrideExisting: true });
    // Fastify would ask it for a content type before an operation says that it does not take it.
    fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', ({ routeOptions: { url = '' } }, payload, done) => {
      // The controller reads the bodies of operations. No page takes one.
      if (!OPERATION_ROUTES.has(url)) void discard(payload);
      done(null);
    });
    const { server } = fastify;
    this.connections = new Connections(server, this.settings, app.get(Log), app.get(Metrics));
    fastify.addHook('preClose', (done) => {
      this.closing = true;
      this.connections!.closeSilent();
      const grace = after(SHUTDOWN_GRACE_MS, () => server.closeAllConnections()).unref();
      server.once('close', () => grace.stop());
      done();
    });
    fastify.addHook('onRequest', (request, reply, done) => {
      const lines = this.admit(request.raw, reply.raw);
      if (lines === undefined) return void reply.hijack();
      for (let at = 0; at < lines.length; at += 2) reply.raw.setHeader(lines[at]!, lines[at + 1]!);
      done();
    });
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('svc-server-time', this.answers!.serverTime());
      // An idle keep-alive socket would delay the end of the process.
      if (this.closing) reply.header('connection', 'close');
      done(null, payload);
    });
    // Node would refuse an unknown Expect header without an envelope; a server may ignore the header.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      server.emit('request', request, response),
    );
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => this.answerRaw(new Failure(edgeFailures.method), socket));
    if (app.get(Config).servesApi) this.takeOperations(app, server);
  }

  /** Operations go past Fastify, whose path costs as much as their own. */
  private takeOperations(app: NestFastifyApplication, server: Server): void {
    const controller = app.get(OperationsController);
    const registry = app.get(OperationRegistry);
    const fastify = app.getHttpAdapter().getInstance();
    server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
      const action = actionAt(request.url!, registry);
      if (action === undefined || isForm(request) || acceptsPages(request.headers)) return fastify.routing(request, response);
      const lines = this.admit(request, response);
      if (lines) void controller.operate(request, response, action === '' ? undefined : action, lines);
    });
  }

  /** @returns lines of the answer's head, names and values in turns; undefined where it is answered */
  private admit(request: IncomingMessage, response: ServerResponse): readonly string[] | undefined {
    // Proxies and caches may have gone by another of them than we would.
    if (hasSeveralHosts(request.rawHeaders)) {
      send(response, this.answers!.refused(new Failure(edgeFailures.several_hosts), request.url), []);
      return undefined;
    }
    this.forwarding!.look(request.headers, request.socket.remoteAddress ?? '');
    const lines = this.browsers.of(request);
    return this.browsers.answersPreflight(request, lines, response) ? undefined : lines;
  }

  private watchForwarding(app: NestFastifyApplication): UntrustedForwarding {
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
    return new UntrustedForwarding(this.settings.trustedProxies, () => counter.inc(), tell);
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

/** Empty if the query names it; undefined for pages, and for targets that only Fastify parses, such as an encoded path. */
function actionAt(target: string, registry: OperationRegistry): string | undefined {
  if (target === '/' || target.startsWith('/?')) return '';
  const end = target.indexOf('?');
  const name = target.slice(1, end === -1 ? undefined : end);
  return registry.find(name) ? name : undefined;
}

/** Without the lists of values that Node makes of all headers when it is asked for them. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}
