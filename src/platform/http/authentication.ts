import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Clock, wallTime, MINUTE_MS } from '../../kernel/clock.js';
import { type Explanation, Failure } from '../../kernel/failure.js';
import { Config } from '../config/config.js';
import { steadyMs } from '../../kernel/timers.js';
import { networkOf } from '../../kernel/addresses.js';
import { edgeFailures } from './edge.failures.js';
import { HttpEnvironment } from './http.settings.js';
import { RateLimits } from './rate-limits.js';
import type { RequestContext } from './request-context.js';
import { type Session, SessionDirectory } from './session-directory.js';
import { areWellFormed, padsOf, rawBodyHash, signatureFits, type SignedParts, stringToSign } from './signature.js';
import { explainHeaders, explainSignature, explainTime } from './signature-explanation.js';
import type { WireRequest } from './wire.js';
import { LRUCache } from 'lru-cache';
import { bounded } from '../bounded.js';

const PROVEN_MS = 10 * MINUTE_MS;
const MAX_KEYS = 50_000;

/** Keys with a valid signature from a network within the last minutes, in this process. Others may be known and not owned. */
@Injectable()
export class ProvenKeys {
  private readonly keys = new LRUCache<string, true>({ ...bounded(MAX_KEYS), ttl: PROVEN_MS, perf: { now: steadyMs } });
  private readonly last = new WeakMap<Session, { readonly ip: string; readonly atMs: number }>();

  /** Renewed once a minute, because a session of many requests is proven by each. */
  add(session: Session, publicKey: string, ip: string): void {
    const now = steadyMs();
    const last = this.last.get(session);
    if (last?.ip === ip && now - last.atMs < MINUTE_MS) return;
    this.last.set(session, { ip, atMs: now });
    this.keys.set(`${publicKey} ${networkOf(ip)}`, true);
  }

  has(publicKey: string, network: string): boolean {
    return this.keys.has(`${publicKey} ${network}`);
  }
}

interface SignedHeaders {
  readonly publicKey: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly receivedAtMs: number;
}

type SignedRequest = Pick<WireRequest, 'method' | 'target' | 'headers'>;

/** Signs if there is no session, so that an unknown key takes as long as a wrong signature. */
const NO_SESSION_SECRET = 'no such session';

/** Authenticates the session that signed a request, and authorises it for the operation. */
@Injectable()
export class Authentication {
  constructor(
    private readonly sessions: SessionDirectory,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly settings: HttpEnvironment,
    private readonly config: Config,
    private readonly proven: ProvenKeys,
  ) {}

  /** Synchronous for cached sessions; an invalid optional signature counts as none. @throws Failure `edge.stale`, `edge.unauthenticated` */
  authenticate(context: RequestContext): void | Promise<void> {
    const { request, operation } = context;
    if (operation.spec.access === 'none' && !isOptionallySigned(context)) return undefined;
    try {
      const headers = this.readHeaders(request);
      const session = this.sessions.find(headers.publicKey);
      if (session instanceof Promise) return this.verifyLater(session, headers, context);
      return this.verify(session, headers, context);
    } catch (error) {
      return this.reject(error, context);
    }
  }

  authorise(context: RequestContext): void {
    if (!context.authenticated) return;
    const { session } = context.authenticated;
    const { spec } = context.operation;
    const caller: Caller = {
      ip: context.request.ip,
      reference: context.reference,
      userId: session.userId,
      sessionId: session.id,
      isTest: session.isTest,
      grants: session.grants,
      newDevice: session.newDevice,
    };
    context.caller = caller;
    this.sessions.seen(session);
    if (spec.access === 'admin') {
      if (!caller.grants) throw new Failure(edgeFailures.not_staff);
      const { permission: needed, orPermission, ownPermissions = [] } = spec;
      const permissions = [needed, orPermission, ...ownPermissions].filter((permission) => typeof permission === 'string');
      if (permissions.length > 0 && !permissions.some((permission) => session.grants?.has(permission)))
        throw new Failure(edgeFailures.lacking_permission);
    }
    if (spec.testAccounts && caller.isTest) throw new Failure(edgeFailures.test_account);
  }

  /** The key of the session, where the request may still turn out to be signed; `edge.stale`, `edge.unauthenticated` otherwise. */
  admittedKey(request: Pick<WireRequest, 'headers'>): string | Failure {
    try {
      return this.readHeaders(request).publicKey;
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  /** Whether a session signed a body of this hash, without any effect. */
  async isSigned(request: SignedRequest, bodyHash: string): Promise<boolean> {
    return (await this.signer(request, bodyHash)) !== undefined;
  }

  /** The session that signed a body of this hash, without any effect. @throws Failure `edge.stale`, `edge.unauthenticated` */
  async signer(request: SignedRequest, bodyHash: string): Promise<Session | undefined> {
    const headers = this.readHeaders(request);
    const session = await this.sessions.find(headers.publicKey);
    const text = stringToSign(signedParts(request, headers, bodyHash));
    return session && isSignedBy(session, text, headers.signature, headers.receivedAtMs) ? session : undefined;
  }

  /** Counts and throws the refusal of a request whose body was not read. */
  async refuse(context: RequestContext): Promise<void> {
    const refusal = context.request.refusal!;
    if (refusal.kind === 'unauthenticated') return this.reject(refusal, context);
    if (refusal.retryAfterSeconds !== undefined)
      this.limits.describeSpent(context.operation.limit, refusal.retryAfterSeconds, context.headers);
    throw refusal;
  }

  private readHeaders({ headers }: Pick<WireRequest, 'headers'>): SignedHeaders {
    const publicKey = joined(headers['svc-securekey']);
    const timestamp = joined(headers['svc-timestamp']);
    const signature = joined(headers['svc-reqsignal']);
    if (!areWellFormed(publicKey, timestamp, signature)) {
      const explanation = this.explained(() => explainHeaders({ publicKey, timestamp, signature }));
      throw new Failure(edgeFailures.unauthenticated, { explanation });
    }
    const receivedAtMs = this.clock.now();
    const ahead = Number(timestamp) - wallTime(this.clock) / 1000;
    const tolerance = this.settings.SIGNATURE_TOLERANCE_SECONDS;
    if (Math.abs(ahead) > tolerance)
      throw new Failure(edgeFailures.stale, { explanation: this.explained(() => explainTime(ahead, tolerance)) });
    return { publicKey: publicKey!, timestamp: timestamp!, signature: signature!, receivedAtMs };
  }

  private explained(explain: () => Explanation): Explanation | undefined {
    return this.config.isSandbox ? explain() : undefined;
  }

  private async verifyLater(
    session: Promise<Session | undefined>,
    headers: SignedHeaders,
    context: RequestContext,
  ): Promise<void> {
    try {
      await this.verify(await session, headers, context);
    } catch (error) {
      await this.reject(error, context);
    }
  }

  private verify(session: Session | undefined, headers: SignedHeaders, context: RequestContext): void | Promise<void> {
    const { publicKey, signature, receivedAtMs, timestamp } = headers;
    const { request } = context;
    const idempotencyKey = joined(request.headers['idempotency-key']);
    const parts = signedParts(request, headers, request.upload?.bodyHash ?? rawBodyHash(request.body));
    const text = stringToSign(parts);
    if (session && isSignedBy(session, text, signature, receivedAtMs)) {
      context.authenticated = { session, signature, idempotencyKey };
      this.proven.add(session, publicKey, request.ip);
      return undefined;
    }
    let isReplaced = false;
    const refusal = () => {
      const { upload, headers: sent } = request;
      const body = upload ? undefined : request.body;
      const refused = { session, parts, signature, isReplaced, nowMs: receivedAtMs, body, host: String(sent['host']) };
      return new Failure(edgeFailures.unauthenticated, { explanation: this.explained(() => explainSignature(refused)) });
    };
    if (!session) {
      signatureFits(NO_SESSION_SECRET, text, signature);
      throw refusal();
    }
    const isSignedWith = (secret: string) => (isReplaced = signatureFits(secret, text, signature));
    return this.sessions
      .refused(session, { signedAtMs: Number(timestamp) * 1000, isSignedWith })
      .then(() => this.reject(refusal(), context));
  }

  private async reject(error: unknown, { request, operation, headers }: RequestContext): Promise<void> {
    if (operation.spec.access === 'none') {
      if (error instanceof Failure && error.kind === 'unauthenticated') return;
      throw error;
    }
    // Counted by network, which bounds how many keys it can try, and by network and key.
    await this.limits.consumeOfNetwork(operation.limit, request.ip, headers);
    const key = joined(request.headers['svc-securekey']) ?? '';
    await this.limits.consume(operation.limit, `${key} ${networkOf(request.ip)}`, headers);
    throw error;
  }
}

function signedParts(
  { method, target, headers }: SignedRequest,
  { publicKey, timestamp }: SignedHeaders,
  bodyHash: string,
): SignedParts {
  return { method, target, timestamp, publicKey, bodyHash, idempotencyKey: joined(headers['idempotency-key']) };
}

function isOptionallySigned({ operation, request }: RequestContext): boolean {
  return operation.spec.optionalSession === true && request.headers['svc-reqsignal'] !== undefined;
}

function isSignedBy({ secrets }: Session, text: string, signature: string, nowMs: number): boolean {
  return secrets.some((one) => one.validUntilMs > nowMs && signatureFits((one.pads ??= padsOf(one.secret)), text, signature));
}

/** Repeated headers are joined as HTTP joins them, and fail the checks of their form. */
function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

const NOTHING = new Uint8Array();

/** Finds the signer of a request for a file, which is no operation. */
@Injectable()
export class SignedFiles {
  constructor(private readonly authentication: Authentication) {}

  /** Undefined where no live session signed it just now. */
  async sessionOf(request: Pick<WireRequest, 'method' | 'target' | 'headers'>): Promise<string | undefined> {
    try {
      return (await this.authentication.signer(request, rawBodyHash(NOTHING)))?.id;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
      throw error;
    }
  }
}
