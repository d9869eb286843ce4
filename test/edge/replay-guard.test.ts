import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MemoryReplayGuard,
  RedisReplayGuard,
  type ReplayGuard,
  replayMemorySeconds,
} from '../../src/platform/http/replay-guard.js';
import { RedisConnection } from '../../src/platform/redis/redis.js';
import { keysOf, removeKeys } from '../support/redis-keys.js';

const newSignature = () => randomBytes(64).toString('hex');
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

describe.each<[string, () => ReplayGuard]>([
  ['memory', () => new MemoryReplayGuard(660)],
  ['Redis', () => new RedisReplayGuard(redis, 660)],
])('ReplayGuard in %s', (_, make) => {
  it('accepts a signature once', async () => {
    const guard = make();
    const signature = newSignature();
    expect(await guard.firstUse(signature)).toBe(true);
    expect(await guard.firstUse(signature)).toBe(false);
    expect(await guard.firstUse(signature)).toBe(false);
    expect(await guard.firstUse(newSignature())).toBe(true);
  });

  it('accepts one of concurrent copies', async () => {
    const guard = make();
    const signature = newSignature();
    const passed = await Promise.all(Array.from({ length: 50 }, async () => guard.firstUse(signature)));
    expect(passed.filter(Boolean)).toHaveLength(1);
  });
});

describe('in memory', () => {
  it('a signature is remembered for twice the tolerance and a minute', () =>
    expect([300, 3_600].map(replayMemorySeconds)).toEqual([660, 7_260]));

  it('a signature is dropped after 660 s', () => {
    let now = 1_000_000;
    const guard = new MemoryReplayGuard(replayMemorySeconds(300), () => now);
    const signature = newSignature();
    guard.firstUse(signature);
    now += 659_999;
    expect(guard.firstUse(signature)).toBe(false);
    now += 2;
    expect(guard.firstUse(signature)).toBe(true);
    for (let count = 0; count < 1000; count++) guard.firstUse(newSignature());
    now += 700_000;
    guard.firstUse(newSignature());
    expect(guard.size).toBe(1);
  });
});

describe('in Redis', () => {
  it('a signature is shared by all processes, and kept 660 s', async () => {
    const another = new RedisConnection(redisUrl(), redis.prefix);
    await another.ready();
    const signature = newSignature();
    expect(await new RedisReplayGuard(redis, 660).firstUse(signature)).toBe(true);
    expect(await new RedisReplayGuard(another, 660).firstUse(signature)).toBe(false);
    another.close();
    const lives = await Promise.all((await keysOf(redis.client, redis.key('mac', '*'))).map((key) => redis.client.ttl(key)));
    expect(Math.min(...lives)).toBeGreaterThan(600);
    expect(Math.max(...lives)).toBeLessThanOrEqual(660);
  });

  it('nothing is stored that could sign a request', async () => {
    const signature = newSignature();
    await new RedisReplayGuard(redis, 660).firstUse(signature);
    const keys = await keysOf(redis.client, redis.key('*'));
    expect(keys.join()).not.toContain(signature.slice(0, 32));
  });

  it('nothing is accepted during an outage', async () => {
    const away = new RedisConnection('redis://127.0.0.1:1', 'away');
    await expect(new RedisReplayGuard(away, 660).firstUse(newSignature())).rejects.toMatchObject({
      failure: 'edge.guard_down',
      kind: 'unavailable',
      retryAfterSeconds: expect.any(Number) as number,
    });
    away.close();
  });
});
