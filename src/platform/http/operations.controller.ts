import type { IncomingMessage, ServerResponse } from 'node:http';
import { All, Controller, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/failure.js';
import { NetworkList } from '../../kernel/networks.js';
import { BodyAdmission } from './body-admission.js';
import { BodyLimits, BodyReader } from './body-reader.js';
import { asFailure } from './envelope.filter.js';
import { HttpEnvironment } from './http.settings.js';
import { OperationPipeline } from './operation-pipeline.js';
import { RequestAnswers } from './request-answers.js';
import { CLOSE, send } from './send.js';
import type { Upload } from './upload.js';
import { UploadReceiver } from './upload-receiver.js';
import { type Query, readQuery, type WireAnswer, type WireRequest } from './wire.js';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '../../kernel/addresses.js';

/** `X-Forwarded-For` counts only from trusted proxies. IPv4 in IPv6 is written as IPv4. */
export function clientAddress({ socket, headers }: IncomingMessage, trusted: NetworkList): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  const ip = forwarded === undefined ? peer : firstUntrusted(peer, String(forwarded).split(','), trusted);
  // Most are, and are written so already.
  if (isIPv4(ip)) return ip;
  const text = parseAddress(ip) ? ip : peer;
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv4 ? address.toString() : text;
}

/** Each proxy adds the address of its caller, so that only additions of trusted ones are true. */
function firstUntrusted(peer: string, hops: readonly string[], trusted: NetworkList): string {
  let address = peer;
  for (const hop of hops.toReversed()) {
    if (!trusted.has(address)) return address;
    address = hop.trim();
  }
  return address;
}

const MULTIPART = /^multipart\/form-data\s*;/i;
const EMPTY_BODY = Buffer.alloc(0);
const NO_LINES: readonly string[] = [];

type RoutedRequest = FastifyRequest<{ Params: { action?: string } }>;

/** Passes every request to the pipeline, by `/?req=<action>` or `/<action>`. */
@Controller()
export class OperationsController {
  private readonly trusted: NetworkList;

  constructor(
    private readonly pipeline: OperationPipeline,
    private readonly bodyLimits: BodyLimits,
    private readonly admission: BodyAdmission,
    private readonly bodies: BodyReader,
    private readonly uploads: UploadReceiver,
    private readonly answers: RequestAnswers,
    private readonly host: HttpAdapterHost,
    { trustedProxies }: HttpEnvironment,
  ) {
    this.trusted = new NetworkList(trustedProxies);
  }

  /** Requests that the server itself does not bring: forms, pages of browsers, and names of no operation. */
  @All(['/', '/:action'])
  route(@Req() { raw, params }: RoutedRequest, @Res() reply: FastifyReply): void | Promise<void> {
    if (isVisitor(raw, params.action)) return void reply.redirect('/docs', 302);
    reply.hijack();
    return this.operate(raw, reply.raw, params.action, NO_LINES);
  }

  /** @param lines of the answer's head, names and values in turns */
  operate(
    request: IncomingMessage,
    response: ServerResponse,
    pathAction: string | undefined,
    lines: readonly string[],
  ): void | Promise<void> {
    const wire = new OperationRequest(request, pathAction, this.trusted);
    if (isForm(request)) {
      const limitBytes = this.bodyLimits.uploadLimitBytes(wire);
      if (limitBytes !== undefined) return this.operateOnUpload(request, response, wire, limitBytes, lines);
    }
    if (hasNoBody(request)) return this.run(response, wire, lines);
    return this.bodies.read(request, wire, (error, { body = EMPTY_BODY, refusal, release }) => {
      // The client may send more.
      if (error) return this.refuse(response, wire, error, [...lines, ...CLOSE]);
      wire.body = body;
      wire.refusal = refusal;
      void this.run(response, wire, lines, release);
    });
  }

  private run(
    response: ServerResponse,
    wire: OperationRequest,
    lines: readonly string[],
    release?: () => void,
  ): void | Promise<void> {
    try {
      const answer = this.pipeline.handle(wire);
      if (!(answer instanceof Promise)) return this.answer(response, answer, lines, release);
      return answer
        .then((later) => this.answer(response, later, lines, release))
        .catch((error: unknown) => this.fail(response, wire, error));
    } catch (error) {
      return this.fail(response, wire, error);
    }
  }

  /** An answer that could not be written must not end the process. */
  private fail(response: ServerResponse, wire: OperationRequest, error: unknown): void {
    if (response.headersSent) response.destroy();
    else this.refuse(response, wire, asFailure(error), CLOSE);
  }

  private answer(response: ServerResponse, answer: WireAnswer, lines: readonly string[], release?: () => void): void {
    try {
      // Closes keep-alive sockets during shutdown.
      const isListening = (this.host.httpAdapter.getHttpServer() as { listening: boolean }).listening;
      send(response, answer, isListening ? lines : [...lines, ...CLOSE]);
    } finally {
      release?.();
    }
  }

  private refuse(
    response: ServerResponse,
    { target, pathAction }: WireRequest,
    failure: Failure,
    lines: readonly string[],
  ): void {
    send(response, this.answers.refused(failure, target, pathAction), lines);
  }

  private async operateOnUpload(
    request: IncomingMessage,
    response: ServerResponse,
    wire: OperationRequest,
    limitBytes: number,
    lines: readonly string[],
  ): Promise<void> {
    let upload: Upload | undefined;
    try {
      wire.refusal = await this.admission.refusal(wire);
      // A body without a session is not read, because the request will be refused.
      if (!wire.refusal && (await this.bodyLimits.namesSession(wire)))
        wire.upload = upload = await this.uploads.receive(request, wire, limitBytes);
    } catch (error) {
      return this.refuse(response, wire, asFailure(error), lines);
    }
    try {
      this.answer(response, await this.pipeline.handle(wire), lines);
    } finally {
      await upload?.discard();
    }
  }
}

/** Its body comes later. */
class OperationRequest implements WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: Query;
  readonly ip: string;
  readonly traceparent: string | undefined;
  body: Buffer = EMPTY_BODY;
  upload: Upload | undefined = undefined;
  refusal: Failure | undefined = undefined;

  constructor(
    request: IncomingMessage,
    readonly pathAction: string | undefined,
    trusted: NetworkList,
  ) {
    this.method = request.method!;
    this.target = request.url!;
    this.headers = request.headers;
    this.query = readQuery(this.target);
    this.ip = clientAddress(request, trusted);
    this.traceparent = traceparentOf(request, trusted);
  }
}

/** A stranger could otherwise add spans to others' traces, and have each of its requests kept. */
function traceparentOf({ headers, socket }: IncomingMessage, trusted: NetworkList): string | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string') return undefined;
  return trusted.has(socket.remoteAddress ?? '') ? traceparent : undefined;
}

export function isForm({ headers }: IncomingMessage): boolean {
  return MULTIPART.test(headers['content-type'] ?? '');
}

/** There is nothing to admit, to read or to hold. */
function hasNoBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0') return false;
  return headers['content-encoding'] === undefined || headers['content-type'] === undefined;
}

/** A person with a browser, who names no operation. */
function isVisitor({ method, url = '/', headers }: IncomingMessage, pathAction: string | undefined): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || pathAction !== undefined) return false;
  return acceptsPages(headers) && readQuery(url)['req'] === undefined;
}

export function acceptsPages({ accept }: IncomingMessage['headers']): boolean {
  return /\btext\/html\b/.test(accept ?? '');
}
