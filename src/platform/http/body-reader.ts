import { Injectable } from '@nestjs/common';
import { OperationRegistry } from './operation-registry.js';
import { SessionDirectory } from './session-directory.js';
import { isPublicKey } from './signature.js';
import { BODY_LIMIT_BYTES, namedAction, type WireRequest, discard } from './wire.js';
import type { IncomingMessage } from 'node:http';
import { Failure } from '../../kernel/failure.js';
import { BodyAdmission } from './body-admission.js';
import { type BodyPart, BodyBudget } from './body-budget.js';
import { edgeFailures } from './edge.failures.js';

/** Limits of bodies, decided before the request reaches the pipeline. */
@Injectable()
export class BodyLimits {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly sessions: SessionDirectory,
  ) {}

  bodyLimitBytes(request: WireRequest): number {
    return this.registry.find(namedAction(request) ?? '')?.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  }

  /** Undefined where the operation takes no multipart body. */
  uploadLimitBytes(request: WireRequest): number | undefined {
    return this.registry.find(namedAction(request) ?? '')?.spec.uploadLimitBytes;
  }

  /** False where the signature cannot be valid. */
  async namesSession({ headers }: Pick<WireRequest, 'headers'>): Promise<boolean> {
    const key = headers['svc-securekey'];
    return typeof key === 'string' && isPublicKey(key) && (await this.sessions.find(key)) !== undefined;
  }
}

/** Set if the pipeline can still answer the request and count its refusal. */
export interface ReadBody {
  readonly body?: Buffer;
  readonly refusal?: Failure;
  /** After the answer, because the body is held until then. */
  readonly release?: () => void;
}

type BodyCallback = (error: Failure | null, read: ReadBody) => void;

/** Buffers the bodies of admitted requests, up to the operation's limit and within the budget of the process. */
@Injectable()
export class BodyReader {
  constructor(
    private readonly admission: BodyAdmission,
    private readonly limits: BodyLimits,
    private readonly budget: BodyBudget,
  ) {}

  read(payload: IncomingMessage, request: WireRequest, done: BodyCallback): void {
    const refused = this.admission.refusal(request);
    if (!(refused instanceof Promise)) return this.readUnless(refused, payload, request, done);
    refused.then(
      (refusal) => this.readUnless(refusal, payload, request, done),
      (cause) => done(new Failure(edgeFailures.fault, { cause }), {}),
    );
  }

  private readUnless(refusal: Failure | undefined, payload: IncomingMessage, request: WireRequest, done: BodyCallback): void {
    if (refusal) return void discard(payload).then(() => done(null, { refusal }));
    const collect = (limitBytes: number) => this.collect(limitBytes, payload, request, done);
    // The exact limit is checked when the body is parsed.
    if (Number(request.headers['content-length']) <= BODY_LIMIT_BYTES) return collect(BODY_LIMIT_BYTES);
    const limitBytes = this.limits.bodyLimitBytes(request);
    if (limitBytes <= BODY_LIMIT_BYTES) return collect(limitBytes);
    // Large bodies without a known session are dropped, so that strangers cannot fill the memory.
    this.limits.namesSession(request).then(
      (isKnown) => collect(isKnown ? limitBytes : BODY_LIMIT_BYTES),
      (cause) => done(new Failure(edgeFailures.fault, { cause }), {}),
    );
  }

  private collect(limitBytes: number, payload: IncomingMessage, { headers, ip }: WireRequest, done: BodyCallback): void {
    const key = headers['svc-securekey'];
    const part: BodyPart = this.budget.open(typeof key === 'string' ? key : undefined, ip);
    const chunks: Buffer[] = [];
    let size = 0;
    let finished = false;
    const fail = (failure: Failure) => {
      if (finished) return;
      finished = true;
      chunks.length = 0;
      part.release();
      void discard(payload).then(() => done(failure, {}));
    };
    payload.on('data', (chunk: Buffer) => {
      if (finished) return;
      size += chunk.length;
      if (size > limitBytes) return fail(new Failure(edgeFailures.too_large));
      const refusal = part.add(chunk);
      if (refusal) fail(refusal);
      else chunks.push(chunk);
    });
    payload.on('end', () => {
      if (finished) return;
      finished = true;
      done(null, { body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), release: () => part.release() });
    });
    // The client has gone in its midst.
    payload.on('error', () => fail(new Failure(edgeFailures.malformed, { text: 'The request could not be read' })));
    payload.on('close', () => finished || part.release());
    if (Number(headers['content-length'] ?? 0) > limitBytes) fail(new Failure(edgeFailures.too_large));
  }
}
