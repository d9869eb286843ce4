import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitClass } from '../../src/platform/http/operation.decorator.js';
import { RateLimits } from '../../src/platform/http/rate-limits.js';
import { RedisConnection } from '../../src/platform/redis/redis.js';
import { removeKeys } from '../support/redis-keys.js';

const LIMITS: readonly [LimitClass, number, number][] = [
  ['login', 10, 60],
  ['codes', 5, 3600],
  ['money', 30, 60],
  ['lookup', 20, 60],
  ['enquiry', 20, 60],
  ['quote', 60, 60],
  ['upload', 30, 3600],
  ['write', 60, 60],
  ['read', 300, 60],
  ['webhook', 600, 60],
  ['approval', 60_000, 60],
];

const redisUrl = () => process.env['TEST_REDIS_URL']!;
let redis: RedisConnection;
beforeAll(async () => {
  redis = new RedisConnection(redisUrl(), `harmattan_test_${randomBytes(6).toString('hex')}`);
  await redis.ready();
});
afterAll(async () => {
  await removeKeys(redis.client, redis.key('*'));
  redis.close();
});

let callers = 0;
const newCaller = () => `caller-${process.pid}-${++callers}`;
const tooMany = { failure: 'edge.too_many', kind: 'too_many' };

async function consume(limits: RateLimits, name: LimitClass, who: string, headers: Record<string, string> = {}): Promise<void> {
  await limits.consume(name, who, headers);
}

async function allowed(limits: RateLimits, name: LimitClass, who: string, tries: number): Promise<number> {
  let passed = 0;
  for (let count = 0; count < tries; count++) {
    await consume(limits, name, who).then(
      () => passed++,
      () => undefined,
    );
  }
  return passed;
}

describe.each<[string, (scale: number) => RateLimits]>([
  ['memory', (scale) => new RateLimits(scale, undefined)],
  ['Redis', (scale) => new RateLimits(scale, redis)],
])('rate limits in %s', (_, make) => {
  it.each(LIMITS)('%s: %d in %d s', async (name, requests, seconds) => {
    const limits = make(1);
    const who = newCaller();
    expect(await allowed(limits, name, who, requests)).toBe(requests);
    const headers: Record<string, string> = {};
    const refused = consume(limits, name, who, headers);
    await expect(refused).rejects.toMatchObject(tooMany);
    const { retryAfterSeconds } = (await refused.catch((error: unknown) => error)) as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(seconds);
    expect(headers['ratelimit-policy']).toBe(`"${name}";q=${requests};w=${seconds}`);
    expect(headers['ratelimit']).toBe(`"${name}";r=0;t=${retryAfterSeconds}`);
  });

  it('answer the remaining requests', async () => {
    const limits = make(1);
    const who = newCaller();
    const headers: Record<string, string> = {};
    await limits.consume('login', who, headers);
    expect(headers['ratelimit']).toMatch(/^"login";r=9;t=(60|59)$/);
    await limits.consume('login', who, headers);
    expect(headers['ratelimit']).toMatch(/^"login";r=8;t=(60|59)$/);
  });

  it('count each caller and class separately', async () => {
    const limits = make(1);
    const [ada, obi] = [newCaller(), newCaller()];
    expect(await allowed(limits, 'codes', ada, 6)).toBe(5);
    expect(await allowed(limits, 'codes', obi, 6)).toBe(5);
    expect(await allowed(limits, 'login', ada, 11)).toBe(10);
  });

  it('count a request with several points', async () => {
    const limits = make(1);
    const who = newCaller();
    await limits.consume('upload', who, {}, 20);
    await limits.consume('upload', who, {}, 10);
    await expect(limits.consume('upload', who, {})).rejects.toMatchObject(tooMany);
    await expect(limits.consume('upload', newCaller(), {}, 31)).rejects.toMatchObject(tooMany);
  });

  it('hold under concurrency', async () => {
    const limits = make(1);
    const who = newCaller();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => consume(limits, 'login', who)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it('are scaled, and never below one', async () => {
    expect(await allowed(make(2), 'login', newCaller(), 25)).toBe(20);
    expect(await allowed(make(0.5), 'login', newCaller(), 25)).toBe(5);
    expect(await allowed(make(0.01), 'login', newCaller(), 5)).toBe(1);
  });

  it('are off at scale 0', async () => {
    const headers: Record<string, string> = {};
    const limits = make(0);
    expect(await allowed(limits, 'codes', newCaller(), 100)).toBe(100);
    await limits.consume('codes', newCaller(), headers);
    expect(headers).toEqual({});
  });
});

describe('in Redis', () => {
  it('they are shared by all processes', async () => {
    const another = new RedisConnection(redisUrl(), redis.prefix);
    await another.ready();
    const who = newCaller();
    expect(await allowed(new RateLimits(1, redis), 'codes', who, 3)).toBe(3);
    expect(await allowed(new RateLimits(1, another), 'codes', who, 3)).toBe(2);
    another.close();
  });

  it('each process counts for itself during an outage', async () => {
    const away = new RedisConnection('redis://127.0.0.1:1', 'away');
    expect(await allowed(new RateLimits(1, away), 'codes', newCaller(), 8)).toBe(5);
    away.close();
  });
});
