import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Clock, toSeconds } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import type { Config } from '../config/config.js';
import { edgeFailures } from './edge.failures.js';
import { asFailure } from './envelope.filter.js';
import { OperationPipeline } from './operation-pipeline.js';
import { ALWAYS, send } from './send.js';
import { BODY_LIMIT_BYTES } from './wire.js';

const LARGEST_BODY_BYTES = 15 * 1_048_576;
const KEEP_ALIVE_MS = 72_000;
const REQUEST_MS = 60_000;
/** How long after closing began an answer may still be on its way; a purchase takes up to 10 s. */
const LAST_ANSWER_MS = 12_000;

type Collected = (error: Error | null, body?: Buffer) => void;

/** The HTTP server as the service wants it; `open` finishes it once the application is made. */
export class Edge {
  readonly adapter: FastifyAdapter;
  private closing = false;
  private pipeline: OperationPipeline | undefined;

  constructor(config: Config) {
    this.adapter = new FastifyAdapter({
      trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
      bodyLimit: LARGEST_BODY_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_MS,
      // Node would answer a missing Host by itself, without an envelope. Nothing here depends on that header.
      http: { requireHostHeader: false },
      // What still arrives on an open connection while the service closes is served, then the connection ends.
      return503OnClosing: false,
      // The target is signed as sent: nothing about the path is guessed.
      routerOptions: { ignoreTrailingSlash: false, maxParamLength: 256 },
      frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
        send(reply, this.pipeline!.refuse(asFailure(error), request.raw.url)),
      clientErrorHandler: (error: Error & { code?: string }, socket) => this.answerBrokenHttp(error, socket),
    });
  }

  /** Call it before the application is initialised: routes take these settings when they are registered. */
  prepare(app: NestFastifyApplication): void {
    const fastify = app.getHttpAdapter().getInstance();
    for (const method of ['GET', 'DELETE', 'OPTIONS']) fastify.addHttpMethod(method, { hasBody: true, overrideExisting: true });
    fastify.removeAllContentTypeParsers();
    // The bytes are signed, so they are kept as they came; JSON is read by the pipeline, after the signature.
    // JSON is named beside all the rest, because Fastify finds it faster by its name.
    for (const type of ['application/json', '*'])
      fastify.addContentTypeParser(type, (request, payload, done) => this.collect(request, payload, done));
    // An upload goes to the disk piece by piece, once the controller knows that it may: it is not read here.
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
      // Node closes what is idle after an answer, and would wait for those who connected and never said a word.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      setTimeout(() => server.closeAllConnections(), LAST_ANSWER_MS).unref();
      done();
    });
    const clock = app.get(Clock);
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('svc-server-time', String(toSeconds(clock.now())));
      // Keep-alive sockets that become idle after closing began would hold the process for the whole keep-alive time.
      if (this.closing) reply.header('connection', 'close');
      done(null, payload);
    });
    // Node would refuse what it does not know of Expect without an envelope; a server may ignore it.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      server.emit('request', request, response),
    );
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => this.answerRaw(new Failure(edgeFailures.method), socket));
    this.pipeline = app.get(OperationPipeline);
  }

  private takesUpload(request: FastifyRequest): boolean {
    const action = (request.params as { action?: string } | undefined)?.action;
    return this.pipeline!.uploadLimitBytes(request.raw.url ?? '/', action) !== undefined;
  }

  /**
   * Keeps the bytes of a body up to the operation's limit. Of a larger one the rest is read and forgotten, so that
   * the client can read its answer instead of being cut off; but not for ever.
   */
  private collect(request: FastifyRequest, payload: IncomingMessage, done: Collected): void {
    // Most are this small; the few operations with a smaller limit are refused when the body is parsed.
    if (Number(request.headers['content-length']) <= BODY_LIMIT_BYTES)
      return this.collectUpTo(BODY_LIMIT_BYTES, request, payload, done);
    const action = (request.params as { action?: string } | undefined)?.action;
    const limitBytes = this.pipeline!.bodyLimitBytes(request.raw.url ?? '/', action);
    if (limitBytes <= BODY_LIMIT_BYTES) return this.collectUpTo(limitBytes, request, payload, done);
    // Much is kept only for those who could have signed it: memory is not for whoever knows the name of an operation.
    this.pipeline!.mayBeSigned(request).then(
      (mayBe) => this.collectUpTo(mayBe ? limitBytes : BODY_LIMIT_BYTES, request, payload, done),
      (error: unknown) => done(error as Error),
    );
  }

  private collectUpTo(limitBytes: number, request: FastifyRequest, payload: IncomingMessage, done: Collected): void {
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

  /** What is not HTTP never becomes a request; it is answered an envelope all the same. */
  private answerBrokenHttp(error: Error & { code?: string }, socket: Duplex): void {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const definition = error.code === 'HPE_HEADER_OVERFLOW' ? edgeFailures.too_large : edgeFailures.malformed;
    this.answerRaw(new Failure(definition, { text: 'The request could not be read' }), socket);
  }

  private answerRaw(failure: Failure, socket: Duplex): void {
    if (!socket.writable) return void socket.destroy();
    const { status, headers, body } = this.pipeline!.refuse(failure);
    const lines = Object.entries({ ...ALWAYS, ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  }
}
