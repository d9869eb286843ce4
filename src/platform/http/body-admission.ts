import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/failure.js';
import { Authentication } from './authentication.js';
import { clientAddress } from './client-address.js';
import { OperationRegistry } from './operation-registry.js';
import { RequestLimits } from './request-limits.js';
import { SessionDirectory } from './session-directory.js';
import { namedAction, readQuery } from './wire.js';

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

  /** `edge.stale`, `edge.unauthenticated` or `edge.too_many`; counts nothing. Synchronous for cached sessions. */
  refusal(request: FastifyRequest, pathAction: string | undefined): Refusal | Promise<Refusal> {
    const target = request.raw.url ?? '/';
    const operation = this.registry.find(namedAction(target, pathAction) ?? '');
    // What names no operation is answered by the pipeline.
    if (!operation || operation.spec.method !== request.method) return undefined;
    if (operation.spec.access === 'none') return this.limits.spentByAddress(operation, readQuery(target), clientAddress(request));
    const key = this.authentication.admittedKey(request);
    if (key instanceof Failure) return key;
    const session = this.sessions.find(key);
    if (session instanceof Promise) return session.then((found) => found && this.limits.spentBySession(operation, found));
    return session && this.limits.spentBySession(operation, session);
  }
}
