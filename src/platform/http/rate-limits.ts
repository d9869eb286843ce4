import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { LRUCache } from 'lru-cache';
import { steadyMs } from '../../kernel/timers.js';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Failure } from '../../kernel/failure.js';
import type { RedisConnection } from '../redis/redis.js';
import { edgeFailures } from './edge.failures.js';
import type { LimitClass } from './operation.decorator.js';
import { bounded } from '../bounded.js';

/** The counted scope: one user or other subject, or everybody of a network or of an IPv6 /48. */
type Scope = 'subject' | 'network' | 'site';

/** Requests of a subject per window of seconds, by class. */
export const LIMITS: Readonly<Record<LimitClass, readonly [requests: number, seconds: number]>> = {
  login: [10, 60],
  codes: [5, 3600],
  money: [30, 60],
  lookup: [20, 60],
  enquiry: [20, 60],
  quote: [60, 60],
  upload: [30, 3600],
  write: [60, 60],
  read: [300, 60],
  webhook: [600, 60],
  approval: [60_000, 60],
};

/** For a network, because mobile carriers put many people behind one address. */
const NETWORK_FACTOR = 12;
/** Factor of an IPv6 /48, because its holder picks any of its networks. */
const SITE_FACTOR = 8 * NETWORK_FACTOR;
const SPENT_SUBJECTS = 100_000;

interface Counted {
  readonly name: LimitClass;
  readonly scope: Scope;
  readonly subject: string;
  readonly points: number;
}

interface ClassLimiter {
  readonly limiter: RateLimiterMemory | RateLimiterRedis;
  readonly policy: string;
}

export class RateLimits {
  /** When a used-up limit of this process ends, by class and subject. */
  private readonly spentUntil = new LRUCache<string, number>(bounded(SPENT_SUBJECTS));
  private readonly limiters = new Map<string, ClassLimiter>();

  /** @param scale multiplies every limit; 0 turns them off */
  constructor(scale: number, redis: RedisConnection | undefined) {
    if (scale === 0) return;
    for (const [name, [requests, duration]] of Object.entries(LIMITS) as [LimitClass, readonly [number, number]][]) {
      const points = Math.max(1, Math.floor(requests * scale));
      const scopes = { subject: points, network: points * NETWORK_FACTOR, site: points * SITE_FACTOR };
      for (const [scope, allowed] of Object.entries(scopes) as [Scope, number][]) {
        const limiter = makeLimiter(`${name}.${scope}`, allowed, duration, redis);
        this.limiters.set(`${name}.${scope}`, { limiter, policy: `"${name}";q=${allowed};w=${duration}` });
      }
    }
  }

  /** Counts a request; returns at once where limits are off. @param headers of the answer. @throws Failure `edge.too_many` */
  consume(name: LimitClass, subject: string, headers: Record<string, string>, points = 1): void | Promise<void> {
    return this.count(name, 'subject', subject, headers, points);
  }

  /** Like `consume`, for everybody of the address's network, and of its /48. */
  consumeOfNetwork(name: LimitClass, ip: string, headers: Record<string, string>, points = 1): void | Promise<void> {
    const counted = this.count(name, 'network', networkOf(ip), headers, points);
    const site = siteOf(ip);
    if (counted === undefined || site === undefined) return counted;
    return counted.then(() => this.count(name, 'site', site, headers, points));
  }

  /** `edge.too_many` if this process refused the subject before and its time is not over; counts nothing. */
  spent(name: LimitClass, subject: string): Failure | undefined {
    return this.spentIn(name, 'subject', subject);
  }

  /** Like `spent`, for everybody of the address's network, and of its /48. */
  spentOfNetwork(name: LimitClass, ip: string): Failure | undefined {
    const site = siteOf(ip);
    return this.spentIn(name, 'network', networkOf(ip)) ?? (site === undefined ? undefined : this.spentIn(name, 'site', site));
  }

  private spentIn(name: LimitClass, scope: Scope, subject: string): Failure | undefined {
    const until = this.spentUntil.get(`${name}.${scope} ${subject}`);
    if (until === undefined || until <= steadyMs()) return undefined;
    return tooMany(until - steadyMs());
  }

  describeSpent(name: LimitClass, retryAfterSeconds: number, headers: Record<string, string>, scope: Scope = 'subject'): void {
    headers['ratelimit-policy'] = this.limiters.get(`${name}.${scope}`)!.policy;
    headers['ratelimit'] = `"${name}";r=0;t=${retryAfterSeconds}`;
  }

  private count(
    name: LimitClass,
    scope: Scope,
    subject: string,
    headers: Record<string, string>,
    points: number,
  ): void | Promise<void> {
    const entry = this.limiters.get(`${name}.${scope}`);
    return entry && this.countBy(entry, { name, scope, subject, points }, headers);
  }

  private async countBy(
    { limiter, policy }: ClassLimiter,
    { name, scope, subject, points }: Counted,
    headers: Record<string, string>,
  ): Promise<void> {
    headers['ratelimit-policy'] = policy;
    try {
      const left = await limiter.consume(subject, points);
      headers['ratelimit'] = `"${name}";r=${left.remainingPoints};t=${Math.ceil(left.msBeforeNext / 1000)}`;
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      // A request of one point may still pass where one of several did not.
      if (points === 1) this.spentUntil.set(`${name}.${scope} ${subject}`, steadyMs() + rejected.msBeforeNext);
      const failure = tooMany(rejected.msBeforeNext);
      this.describeSpent(name, failure.retryAfterSeconds!, headers, scope);
      throw failure;
    }
  }
}

function makeLimiter(name: string, points: number, duration: number, redis: RedisConnection | undefined) {
  const options: IRateLimiterOptions = { points, duration, keyPrefix: redis ? redis.key('limit', name) : name };
  const inMemory = new RateLimiterMemory(options);
  // While Redis is down each process counts separately, which loosens the limit.
  return redis ? new RateLimiterRedis({ ...options, storeClient: redis.client, insuranceLimiter: inMemory }) : inMemory;
}

function tooMany(ms: number): Failure {
  return new Failure(edgeFailures.too_many, { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });
}
