import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Clock, toSeconds } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import type { Config } from '../config/config.js';
import { BodyLimits } from './body-limits.js';
import { edgeFailures } from './edge.failures.js';
import { asFailure } from './envelope.filter.js';
import { RequestAnswers } from './request-answers.js';
import { COMMON_HEADERS, send } from './send.js';
import { BODY_LIMIT_BYTES } from './wire.js';

const LARGEST_BODY_BYTES = 15 * 1_048_576;
const KEEP_ALIVE_MS = 72_000;
const REQUEST_MS = 60_000;
/** A purchase takes up to 10 s. */
const SHUTDOWN_GRACE_MS = 12_000;

type BodyCallback = (error: Error | null, body?: Buffer) => void;

/** The HTTP server; `prepare` connects it to the application. */
export class Edge {
  readonly adapter: FastifyAdapter;
  private closing = false;
  private answers: RequestAnswers | undefined;
  private bodyLimits: BodyLimits | undefined;

  constructor(config: Config) {
    this.adapter = new FastifyAdapter({
      trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
      bodyLimit: LARGEST_BODY_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_MS,
      // Node would answer a missing Host without an envelope; the service does not use the header.
      http: { requireHostHeader: false },
      // A request on an open connection during shutdown is served, then the connection is closed.
      return503OnClosing: false,
      // The signature covers the target as sent, so paths are not normalised.
      routerOptions: { ignoreTrailingSlash: false, maxParamLength: 256 },
      frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
        send(reply, this.answers!.refused(asFailure(error), request.raw.url)),
      clientErrorHandler: (error: Error & { code?: string }, socket) => this.answerBrokenHttp(error, socket),
    });
  }

  /** Call it before the application is initialised, because routes take these settings when they are registered. */
  prepare(app: NestFastifyApplication): void {
    const fastify = app.getHttpAdapter().getInstance();
    for (const method of ['GET', 'DELETE', 'OPTIONS']) fastify.addHttpMethod(method, { hasBody: true, overrideExisting: true });
    fastify.removeAllContentTypeParsers();
    // The pipeline parses JSON after verifying the signature. JSON is named because Fastify finds it faster than `*`.
    for (const type of ['application/json', '*'])
      fastify.addContentTypeParser(type, (request, payload, done) => this.collect(request, payload, done));
    // Uploads are streamed to the disk by the controller, once the session is known.
    fastify.addContentTypeParser('multipart/form-data', (request, payload, done) =>
      this.takesUpload(request) ? done(null) : this.collect(request, payload, done),
    );
    const { server } = fastify;
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    fastify.addHook('preClose', (done) => {
      this.closing = true;
      // Node closes idle connections after an answer, but not those that never sent a byte.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref();
      done();
    });
    const clock = app.get(Clock);
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('svc-server-time', String(toSeconds(clock.now())));
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
    this.bodyLimits = app.get(BodyLimits);
  }

  private takesUpload(request: FastifyRequest): boolean {
    const action = (request.params as { action?: string } | undefined)?.action;
    return this.bodyLimits!.uploadLimitBytes(request.raw.url ?? '/', action) !== undefined;
  }

  /**
   * Collects a body up to the operation's limit; some of a larger one is read and dropped, so that the client can read the
   * answer.
   */
  private collect(request: FastifyRequest, payload: IncomingMessage, done: BodyCallback): void {
    // The exact limit is checked when the body is parsed.
    if (Number(request.headers['content-length']) <= BODY_LIMIT_BYTES)
      return this.collectUpTo(BODY_LIMIT_BYTES, request, payload, done);
    const action = (request.params as { action?: string } | undefined)?.action;
    const limitBytes = this.bodyLimits!.bodyLimitBytes(request.raw.url ?? '/', action);
    if (limitBytes <= BODY_LIMIT_BYTES) return this.collectUpTo(limitBytes, request, payload, done);
    // Large bodies without a known session are dropped, so that strangers cannot fill the memory.
    this.bodyLimits!.namesSession(request).then(
      (isKnown) => this.collectUpTo(isKnown ? limitBytes : BODY_LIMIT_BYTES, request, payload, done),
      (error: unknown) => done(error as Error),
    );
  }

  private collectUpTo(limitBytes: number, request: FastifyRequest, payload: IncomingMessage, done: BodyCallback): void {
    const chunks: Buffer[] = [];
    let size = 0;
    let finished = false;
    const finish = (error: Error | null, body?: Buffer) => {
      if (finished) return;
      finished = true;
      chunks.length = 0;
      done(error, body);
    };
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (!finished) chunks.push(chunk);
      if (size > limitBytes) finish(new Failure(edgeFailures.too_large));
      if (size > LARGEST_BODY_BYTES) payload.destroy();
    });
    payload.on('end', () => finish(null, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    payload.on('error', finish);
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) finish(new Failure(edgeFailures.too_large));
  }

  private answerBrokenHttp(error: Error & { code?: string }, socket: Duplex): void {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const definition = error.code === 'HPE_HEADER_OVERFLOW' ? edgeFailures.too_large : edgeFailures.malformed;
    this.answerRaw(new Failure(definition, { text: 'The request could not be read' }), socket);
  }

  private answerRaw(failure: Failure, socket: Duplex): void {
    if (!socket.writable) return void socket.destroy();
    const { status, headers, body } = this.answers!.refused(failure);
    const lines = Object.entries({
      ...COMMON_HEADERS,
      ...headers,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  }
}
