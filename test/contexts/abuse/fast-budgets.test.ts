import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RateLimiterSpendings } from '../../../src/contexts/abuse/adapters/rate-limiter/rate-limiter-spendings.js';
import type { BudgetName, BudgetSet } from '../../../src/kernel/budget-definitions.js';
import type { Budget } from '../../../src/kernel/budgets.js';
import { RedisConnection } from '../../../src/platform/redis/redis.js';
import { removeKeys } from '../../support/redis-keys.js';

const BYTES: Budget = {
  counts: 'bytes',
  subjectIs: 'key',
  cap: 100,
  windowMs: 3_600_000,
  beyond: 'refuse',
  store: 'memory',
  tells: [],
};
const NAME = 'bytes' as BudgetName;
const BUDGETS = { bytes: BYTES } as unknown as BudgetSet;

let redis: RedisConnection;
beforeAll(async () => {
  redis = new RedisConnection(process.env['TEST_REDIS_URL']!, `harmattan_test_${randomBytes(6).toString('hex')}`);
  await redis.ready();
});
afterAll(async () => {
  await removeKeys(redis.client, redis.key('*'));
  redis.close();
});

const inOneProcess = (spendings: RateLimiterSpendings) => [spendings, spendings];

describe.each<[string, () => RateLimiterSpendings[]]>([
  ['memory', () => inOneProcess(new RateLimiterSpendings(BUDGETS, undefined))],
  ['Redis, of two processes', () => [0, 1].map(() => new RateLimiterSpendings(BUDGETS, redis))],
])('budgets in %s', (_, make) => {
  let processes: RateLimiterSpendings[];
  let subject: string;
  beforeEach(({ task }) => {
    processes = make();
    subject = task.id;
  });

  it('let pass no more than the cap', async () => {
    const tries = Array.from({ length: 40 }, (_each, number) => processes[number % 2]!.spend(NAME, subject, 10));
    const waits = await Promise.all(tries);
    expect(waits.filter((ms) => ms === 0)).toHaveLength(10);
    for (const ms of waits.filter((each) => each > 0)) expect(ms).toBeLessThanOrEqual(BYTES.windowMs);
    expect(await processes[1]!.spent(NAME, subject)).toBe(100);
  });

  it('let a smaller amount pass after a larger one was refused', async () => {
    expect(await processes[0]!.spend(NAME, subject, 101)).toBeGreaterThan(0);
    expect(await processes[0]!.spend(NAME, subject, 60)).toBe(0);
    expect(await processes[1]!.spend(NAME, subject, 41)).toBeGreaterThan(0);
    expect(await processes[1]!.spend(NAME, subject, 40)).toBe(0);
  });

  it('take back what was given back, never below nothing', async () => {
    await processes[0]!.spend(NAME, subject, 30);
    await processes[1]!.giveBack(NAME, subject, 10);
    expect(await processes[0]!.spent(NAME, subject)).toBe(20);
    await processes[1]!.giveBack(NAME, subject, 1_000);
    expect(await processes[0]!.spent(NAME, subject)).toBe(0);
    await processes[1]!.giveBack(NAME, `${subject} of another`, 1);
    expect(await processes[0]!.spent(NAME, `${subject} of another`)).toBe(0);
  });

  it('are cleared', async () => {
    await processes[0]!.spend(NAME, subject, 100);
    await processes[1]!.clear(NAME, subject);
    expect(await processes[0]!.spend(NAME, subject, 100)).toBe(0);
  });
});
