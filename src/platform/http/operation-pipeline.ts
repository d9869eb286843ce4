import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Caller, type MoneyCaller, type IdempotencyKey, Replayed, type Visitor } from '../../kernel/caller.js';
import { Clock, toSeconds } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { IdempotencyRecords, type StoredRefusal } from '../../kernel/idempotency-records.js';
import { Config } from '../config/config.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { authenticate, type Authenticated } from './authenticate.js';
import { networkOf } from './client-address.js';
import { edgeFailures } from './edge.failures.js';
import { failedEnvelope, okEnvelope, safeAction } from './envelope.js';
import { failedErrors, HTTP_STATUS, ParameterFailure } from './failed-answer.js';
import { OperationRegistry, type RegisteredOperation } from './operation-registry.js';
import { RateLimits } from './rate-limits.js';
import { newReference } from './reference.js';
import { ReplayGuard } from './replay-guard.js';
import { parseBody } from './request-body.js';
import { SessionDirectory } from './session-directory.js';
import { isPublicKey } from './signature.js';
import { BODY_LIMIT_BYTES, hasForbiddenKey, readQuery, type WireAnswer, type WireRequest } from './wire.js';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/** What is known of a request on its way; filled in step by step, read by the log line. */
interface RequestContext {
  readonly reference: string;
  readonly headers: Record<string, string>;
  action: string;
  operation: RegisteredOperation | undefined;
  caller: Caller | undefined;
}

/**
 * The way of every request, one visible sequence:
 * look up, method, authenticate, authorise, limit, replay guard, parse input, limit uploads, handle, envelope.
 * It knows nothing of Fastify, so that tests and tools can enter by it.
 */
@Injectable()
export class OperationPipeline {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly sessions: SessionDirectory,
    private readonly moneyRequests: IdempotencyRecords,
    private readonly limits: RateLimits,
    private readonly replayGuard: ReplayGuard,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  /** Answers any request; never throws. */
  async handle(request: WireRequest): Promise<WireAnswer> {
    const begun = performance.now();
    this.metrics.requestBegins();
    const passage: RequestContext = {
      reference: newReference(),
      headers: {},
      action: '',
      operation: undefined,
      caller: undefined,
    };
    let status = 200;
    let body: string;
    let failure: Failure | undefined;
    try {
      const data = await this.run(request, passage);
      body = okEnvelope(passage.action, data);
    } catch (error) {
      failure = error instanceof Failure ? error : new Failure(edgeFailures.fault, { cause: error });
      status = HTTP_STATUS[failure.kind];
      body = failedEnvelope(passage.action, failedErrors(failure, passage.operation?.spec, passage.reference));
      if (failure.retryAfterSeconds !== undefined) passage.headers['retry-after'] = String(failure.retryAfterSeconds);
    }
    const ms = performance.now() - begun;
    this.metrics.requestEnds(passage.operation?.action ?? 'unknown', status, ms);
    this.log.request({
      reference: passage.reference,
      action: passage.action,
      status,
      ms,
      ip: request.ip,
      userId: passage.caller?.userId,
      failure,
    });
    passage.headers['svc-server-time'] = String(toSeconds(this.clock.now()));
    return { status, headers: passage.headers, body };
  }

  /** Answers a request that never became one (malformed HTTP, a path of nobody's, a body cut off). */
  refuse(failure: Failure, target = '/', pathAction?: string): WireAnswer {
    const reference = newReference();
    const action = safeAction(namedAction(target, pathAction) ?? '');
    const status = HTTP_STATUS[failure.kind];
    this.log.request({ reference, action, status, ms: 0, ip: '', userId: undefined, failure });
    return {
      status,
      headers: { 'svc-server-time': String(toSeconds(this.clock.now())) },
      body: failedEnvelope(action, failedErrors(failure, undefined, reference)),
    };
  }

  /** Largest body that the operation named in the target takes. */
  bodyLimitBytes(target: string, pathAction: string | undefined): number {
    return this.registry.find(namedAction(target, pathAction) ?? '')?.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  }

  /** Largest file of a multipart body for the operation named in the target; undefined where it takes none. */
  uploadLimitBytes(target: string, pathAction: string | undefined): number | undefined {
    return this.registry.find(namedAction(target, pathAction) ?? '')?.spec.uploadLimitBytes;
  }

  /** Whether it makes sense to receive a long body: somebody has the key that these headers name. */
  async mayBeSigned({ headers }: Pick<WireRequest, 'headers'>): Promise<boolean> {
    const key = headers['svc-securekey'];
    return typeof key === 'string' && isPublicKey(key) && (await this.sessions.find(key)) !== undefined;
  }

  private async run(request: WireRequest, passage: RequestContext): Promise<unknown> {
    const query = readQuery(request.target);
    const operation = this.lookUp(request, query, passage);
    this.checkMethod(request, operation, passage);
    if (operation.spec.access === 'none') {
      const visitor: Visitor = {
        ip: request.ip,
        reference: passage.reference,
        raw: { body: request.body, headers: request.headers },
      };
      const provider = operation.limit === 'webhook' ? this.knownProvider(query['provider']) : undefined;
      await this.limits.consume(operation.limit, `${provider ?? ''} ${networkOf(request.ip)}`, passage.headers);
      const signedIn = operation.spec.optionalSession ? await this.whoSigned(request, operation, passage) : undefined;
      return operation.handle(this.parse(request, query, operation), signedIn ? { ...visitor, signedIn } : visitor);
    }
    const proof = await this.authenticate(request, operation, passage);
    const caller = this.authorise(request, operation, proof, passage);
    await this.limits.consume(operation.limit, caller.sessionId, passage.headers);
    if (operation.effect === 'write' && !(await this.replayGuard.firstUse(proof.signature)))
      throw new Failure(edgeFailures.replayed);
    const input = this.parse(request, query, operation);
    if (operation.spec.uploadsIn !== undefined) await this.limitUploads(operation.spec.uploadsIn, input, caller, passage);
    if (operation.effect !== 'money') return operation.handle(input, caller);
    return this.handleMoney(operation, input, caller, moneyRequest(operation, caller, proof, input), passage);
  }

  /** A provider has a limit of its own at each address, so that nobody else uses it up; names that are made up share one. */
  private knownProvider(name: string | string[] | undefined): string | undefined {
    return [...this.config.depositProviders, ...this.config.billerProviders].find((provider) => provider === name);
  }

  private lookUp(request: WireRequest, query: Record<string, string | string[]>, passage: RequestContext): RegisteredOperation {
    const named = query['req'];
    if (Array.isArray(named)) throw new Failure(edgeFailures.ambiguous_action);
    const name = request.pathAction ?? named ?? '';
    const operation = this.registry.find(name);
    passage.action = operation ? name : safeAction(name);
    if (request.pathAction !== undefined && named !== undefined && named !== request.pathAction)
      throw new Failure(edgeFailures.ambiguous_action);
    if (!operation) throw new Failure(edgeFailures.unknown_action);
    passage.operation = operation;
    return operation;
  }

  private checkMethod(request: WireRequest, operation: RegisteredOperation, passage: RequestContext): void {
    if (request.method === operation.spec.method) return;
    passage.headers['allow'] = operation.spec.method;
    throw new Failure(edgeFailures.method);
  }

  private async authenticate(
    request: WireRequest,
    operation: RegisteredOperation,
    passage: RequestContext,
  ): Promise<Authenticated> {
    try {
      return await this.prove(request);
    } catch (error) {
      // Who has no session is counted by address, so that keys are not tried without end.
      await this.limits.consume(operation.limit, networkOf(request.ip), passage.headers);
      throw error;
    }
  }

  private prove(request: WireRequest): Promise<Authenticated> {
    const clock = { nowMs: this.clock.now(), toleranceSeconds: this.config.signatureToleranceSeconds };
    return authenticate(request, this.sessions, clock, request.upload?.bodyHash);
  }

  /** Who signed a request that needs no signature; nobody where it is not good. */
  private async whoSigned(
    request: WireRequest,
    operation: RegisteredOperation,
    passage: RequestContext,
  ): Promise<Caller | undefined> {
    if (request.headers['svc-reqsignal'] === undefined) return undefined;
    try {
      return this.authorise(request, operation, await this.prove(request), passage);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
      throw error;
    }
  }

  private authorise(
    request: WireRequest,
    operation: RegisteredOperation,
    { session }: Authenticated,
    passage: RequestContext,
  ): Caller {
    const caller: Caller = {
      ip: request.ip,
      reference: passage.reference,
      userId: session.userId,
      sessionId: session.id,
      isTest: session.isTest,
      grants: session.grants,
    };
    passage.caller = caller;
    this.sessions.seen(session);
    const { spec } = operation;
    if (spec.access === 'admin') {
      if (!caller.grants) throw new Failure(edgeFailures.not_staff);
      if (spec.permission && !caller.grants.has(spec.permission)) throw new Failure(edgeFailures.lacking_permission);
    }
    if (spec.testAccounts && caller.isTest) throw new Failure(edgeFailures.test_account);
    return caller;
  }

  private parse(request: WireRequest, query: Record<string, string | string[]>, operation: RegisteredOperation): object {
    const body = request.upload?.fields ?? parseBody(request, operation.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES);
    if (hasForbiddenKey(query) || (request.upload && hasForbiddenKey(body))) throw new Failure(edgeFailures.malformed);
    const read = operation.readInput(operation.source === 'query' ? query : body);
    if ('input' in read) return read.input;
    throw new ParameterFailure(read.field, read.fault);
  }

  private async limitUploads(field: string, input: object, caller: Caller, passage: RequestContext): Promise<void> {
    const files = (input as Readonly<Record<string, unknown>>)[field];
    if (Array.isArray(files) && files.length > 0)
      await this.limits.consume('upload', caller.sessionId, passage.headers, files.length);
  }

  /** Runs a money operation at most once for its key; a repeat is answered what the first was answered. */
  private async handleMoney(
    operation: RegisteredOperation,
    input: object,
    caller: Caller,
    request: IdempotencyKey,
    passage: RequestContext,
  ): Promise<unknown> {
    let result: unknown;
    try {
      result = await operation.handle(input, moneyCaller(caller, request));
    } catch (error) {
      if (!(error instanceof Failure) || error.remembered) throw error;
      // The request was refused before the books could recognise it as a repeat.
      const seen = await this.moneyRequests.find(request);
      if (!seen) {
        if (error.kind === 'refused') await this.moneyRequests.refuse(request, { name: error.failure, text: error.message });
        throw error;
      }
      result = seen;
    }
    return result instanceof Replayed ? this.replay(result, request, passage) : result;
  }

  private replay({ record: stored }: Replayed, request: IdempotencyKey, passage: RequestContext): unknown {
    if (stored.fingerprint !== request.fingerprint) throw new Failure(edgeFailures.idempotency_mismatch);
    if (stored.state === 'pending') throw new Failure(edgeFailures.idempotency_in_progress, { retryAfterSeconds: 2 });
    passage.headers['idempotency-replayed'] = 'true';
    if (stored.state === 'answered') return stored.response;
    const refusal = stored.response as StoredRefusal;
    throw new Failure({ name: refusal.name, kind: 'refused', text: refusal.text });
  }
}

/** The action that a request names, where it names one. */
function namedAction(target: string, pathAction: string | undefined): string | undefined {
  const named = pathAction ?? readQuery(target)['req'];
  return Array.isArray(named) ? undefined : named;
}

/** Field by field: a spread object that gets one more field is built by the slow way of V8. */
function moneyCaller({ ip, reference, userId, sessionId, isTest, grants }: Caller, request: IdempotencyKey): MoneyCaller {
  return { ip, reference, userId, sessionId, isTest, grants, idempotencyKey: request };
}

function moneyRequest(operation: RegisteredOperation, caller: Caller, proof: Authenticated, input: object): IdempotencyKey {
  const { idempotencyKey, signature } = proof;
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) throw new Failure(edgeFailures.idempotency_key);
  return {
    scope: caller.userId,
    action: operation.action,
    key: idempotencyKey === undefined ? `mac:${signature.slice(0, 64)}` : `key:${digestOf(idempotencyKey)}`,
    fingerprint: digestOf(JSON.stringify(input)),
  };
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
