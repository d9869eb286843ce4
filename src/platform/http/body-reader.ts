import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/failure.js';
import { BodyAdmission } from './body-admission.js';
import { type BodyPart, BodyBudget } from './body-budget.js';
import { BodyLimits } from './body-limits.js';
import { clientAddress } from './client-address.js';
import { edgeFailures } from './edge.failures.js';
import { BODY_LIMIT_BYTES, discard } from './wire.js';

/** Others take no body. */
const OPERATION_ROUTES: ReadonlySet<string> = new Set(['/', '/:action']);

type BodyCallback = (error: Error | null, body?: Buffer | Failure) => void;

/** Buffers the bodies of admitted requests, up to the operation's limit and within the budget of the process. */
@Injectable()
export class BodyReader {
  private readonly parts = new WeakMap<IncomingMessage, BodyPart>();

  constructor(
    private readonly admission: BodyAdmission,
    private readonly limits: BodyLimits,
    private readonly budget: BodyBudget,
  ) {}

  /** Whether the controller streams the body to the disk. */
  isUpload(request: FastifyRequest): boolean {
    return this.limits.uploadLimitBytes(request.raw.url ?? '/', actionOf(request)) !== undefined;
  }

  /** Answers the failure in the place of a body that is not read, so that the pipeline counts and answers the refusal. */
  read(request: FastifyRequest, payload: IncomingMessage, done: BodyCallback): void {
    if (hasNoBody(request)) return done(null);
    if (!OPERATION_ROUTES.has(request.routeOptions.url ?? '')) {
      void discard(payload);
      return done(null);
    }
    const refused = this.admission.refusal(request, actionOf(request));
    if (refused instanceof Promise) refused.then((refusal) => this.readUnless(refusal, request, payload, done), done);
    else this.readUnless(refused, request, payload, done);
  }

  private readUnless(refusal: Failure | undefined, request: FastifyRequest, payload: IncomingMessage, done: BodyCallback): void {
    if (refusal) return void discard(payload).then(() => done(null, refusal));
    // The exact limit is checked when the body is parsed.
    if (Number(request.headers['content-length']) <= BODY_LIMIT_BYTES)
      return this.collect(BODY_LIMIT_BYTES, request, payload, done);
    const limitBytes = this.limits.bodyLimitBytes(request.raw.url ?? '/', actionOf(request));
    if (limitBytes <= BODY_LIMIT_BYTES) return this.collect(limitBytes, request, payload, done);
    // Large bodies without a known session are dropped, so that strangers cannot fill the memory.
    this.limits
      .namesSession(request)
      .then((isKnown) => this.collect(isKnown ? limitBytes : BODY_LIMIT_BYTES, request, payload, done), done);
  }

  private collect(limitBytes: number, request: FastifyRequest, payload: IncomingMessage, done: BodyCallback): void {
    const part = this.open(request);
    const chunks: Buffer[] = [];
    let size = 0;
    let finished = false;
    const finish = (error: Error | null, body?: Buffer) => {
      if (finished) return;
      finished = true;
      chunks.length = 0;
      if (!error) return done(null, body);
      part.release();
      void discard(payload).then(() => done(error));
    };
    payload.on('data', (chunk: Buffer) => {
      if (finished) return;
      size += chunk.length;
      if (size > limitBytes) return finish(new Failure(edgeFailures.too_large));
      const refusal = part.add(chunk);
      if (refusal) finish(refusal);
      else chunks.push(chunk);
    });
    payload.on('end', () => finish(null, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    payload.on('error', finish);
    payload.on('close', () => finished || part.release());
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) finish(new Failure(edgeFailures.too_large));
  }

  /** After the answer, because the body is held until then. */
  release(payload: IncomingMessage): void {
    this.parts.get(payload)?.release();
  }

  private open(request: FastifyRequest): BodyPart {
    const key = request.headers['svc-securekey'];
    const part = this.budget.open(typeof key === 'string' ? key : undefined, clientAddress(request));
    this.parts.set(request.raw, part);
    return part;
  }
}

function actionOf(request: FastifyRequest): string | undefined {
  return (request.params as { action?: string } | undefined)?.action;
}

/** As without the header: there is nothing to admit, to read or to hold. */
function hasNoBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'content-encoding': encoding, 'transfer-encoding': transfer } = headers;
  return length === '0' && encoding === undefined && transfer === undefined;
}
