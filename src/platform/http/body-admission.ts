import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { Authentication } from './authentication.js';
import { edgeFailures } from './edge.failures.js';
import { OperationRegistry } from './operation-registry.js';
import { RequestLimits } from './request-limits.js';
import { SessionDirectory } from './session-directory.js';
import { namedAction, readQuery, type WireRequest } from './wire.js';

type Refusal = Failure | undefined;

/** Refuses a request by its headers alone, so that a body that cannot have an effect is not read. */
@Injectable()
export class BodyAdmission {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly authentication: Authentication,
    private readonly limits: RequestLimits,
    private readonly sessions: SessionDirectory,
  ) {}

  /** `edge.stale`, `unauthenticated`, `too_many` or `content_encoding`; counts nothing. Synchronous for cached sessions. */
  refusal(request: WireRequest): Refusal | Promise<Refusal> {
    const operation = this.registry.find(namedAction(request) ?? '');
    // The pipeline answers a request that names no operation.
    if (!operation || operation.spec.method !== request.method) return undefined;
    const encoded = isEncoded(request) ? new Failure(edgeFailures.content_encoding) : undefined;
    if (operation.spec.access === 'none')
      return this.limits.spentByAddress(operation, request.query ?? readQuery(request.target), request.ip) ?? encoded;
    const key = this.authentication.admittedKey(request);
    if (key instanceof Failure) return key;
    if (encoded) return encoded;
    const session = this.sessions.find(key);
    if (session instanceof Promise) return session.then((found) => found && this.limits.spentBySession(operation, found));
    return session && this.limits.spentBySession(operation, session);
  }
}

/** The signature covers the bytes as sent, and their unpacked size has no limit. */
function isEncoded({ headers }: WireRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && String(encoding).trim().toLowerCase() !== 'identity';
}
