import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../../kernel/failure.js';
import type { RedisConnection } from '../redis/redis.js';
import { edgeFailures } from './edge.failures.js';
import type { LimitClass } from './operation.decorator.js';

/** Requests per window of seconds, by class. */
export const LIMITS: Readonly<Record<LimitClass, readonly [requests: number, seconds: number]>> = {
  login: [10, 60],
  codes: [5, 3600],
  money: [30, 60],
  lookup: [20, 60],
  upload: [30, 3600],
  write: [60, 60],
  read: [300, 60],
  webhook: [600, 60],
};

interface ClassLimiter {
  readonly limiter: RateLimiterMemory | RateLimiterRedis;
  readonly policy: string;
}

/** Rate limits of each class of operations, by subject. */
export class RateLimits {
  private readonly limiters = new Map<LimitClass, ClassLimiter>();

  /** @param scale multiplies every limit; 0 turns them off */
  constructor(scale: number, redis: RedisConnection | undefined) {
    if (scale === 0) return;
    for (const [name, [requests, duration]] of Object.entries(LIMITS) as [LimitClass, readonly [number, number]][]) {
      const points = Math.max(1, Math.floor(requests * scale));
      const options: IRateLimiterOptions = { points, duration, keyPrefix: redis ? redis.key('limit', name) : name };
      const inMemory = new RateLimiterMemory(options);
      // While Redis is down each process counts separately, which loosens the limit.
      const limiter = redis
        ? new RateLimiterRedis({ ...options, storeClient: redis.client, insuranceLimiter: inMemory })
        : inMemory;
      this.limiters.set(name, { limiter, policy: `"${name}";q=${points};w=${duration}` });
    }
  }

  /** Counts a request; returns at once where limits are off. @param headers of the answer. @throws Failure `edge.too_many` */
  consume(name: LimitClass, subject: string, headers: Record<string, string>, points = 1): void | Promise<void> {
    const entry = this.limiters.get(name);
    return entry && count(name, entry, subject, headers, points);
  }
}

async function count(
  name: LimitClass,
  { limiter, policy }: ClassLimiter,
  subject: string,
  headers: Record<string, string>,
  points: number,
): Promise<void> {
  headers['ratelimit-policy'] = policy;
  try {
    const left = await limiter.consume(subject, points);
    headers['ratelimit'] = `"${name}";r=${left.remainingPoints};t=${Math.ceil(left.msBeforeNext / 1000)}`;
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    const retryAfterSeconds = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
    headers['ratelimit'] = `"${name}";r=0;t=${retryAfterSeconds}`;
    throw new Failure(edgeFailures.too_many, { retryAfterSeconds });
  }
}
