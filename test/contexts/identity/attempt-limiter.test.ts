import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FailedLoginRow } from '../../../src/contexts/identity/adapters/typeorm/failed-login.row.js';
import { TypeormFailedLoginCounts } from '../../../src/contexts/identity/adapters/typeorm/typeorm-failed-login-counts.js';
import { BackoffAttemptLimiter } from '../../../src/contexts/identity/application/backoff-attempt-limiter.js';
import { identityFailures } from '../../../src/contexts/identity/domain/identity.failures.js';
import { Failure } from '../../../src/kernel/failure.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { ManualClock } from '../../support/clocks.js';

const AT_ONCE = 40;

describe.each(BACKENDS)('BackoffAttemptLimiter on %s', (backend) => {
  let test: TestDatabase;
  /** One for each process. */
  let processes: BackoffAttemptLimiter[];
  let email: string;
  let tried: number;
  const clock = new ManualClock();
  beforeAll(async () => {
    test = await makeTestDatabase(backend, [FailedLoginRow], MIGRATIONS);
    const counts = new TypeormFailedLoginCounts(test.database);
    processes = Array.from({ length: 10 }, () => new BackoffAttemptLimiter(counts, clock));
  });
  beforeEach(({ task }) => {
    email = `${task.id}@example.com`;
    tried = 0;
  });
  afterAll(() => test.drop());

  /** Slow, as a password hash is, so that all admitted attempts overlap. */
  const guess = (isRight: boolean, process = 0) =>
    processes[process]!.attempt({ subject: email, ip: '192.0.2.1' }, async () => {
      tried++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return isRight;
    });
  const storm = () => Promise.allSettled(Array.from({ length: AT_ONCE }, (_, number) => guess(false, number % 10)));
  const isDelayed = (result: PromiseSettledResult<boolean>) =>
    result.status === 'rejected' && result.reason instanceof Failure && result.reason.is(identityFailures.login_delayed);

  it('admits five concurrent attempts, then one after each delay', async () => {
    const first = await storm();
    expect(tried).toBe(5);
    expect(first.filter(isDelayed)).toHaveLength(AT_ONCE - 5);
    for (const delayMs of [1_000, 2_000, 4_000]) {
      clock.time += delayMs - 1;
      await storm();
      clock.time += 1;
      tried = 0;
      const next = await storm();
      expect(tried).toBe(1);
      expect(next.filter(isDelayed)).toHaveLength(AT_ONCE - 1);
    }
  });

  it('starts anew after a success', async () => {
    for (let wrong = 0; wrong < 4; wrong++) expect(await guess(false)).toBe(false);
    expect(await guess(true)).toBe(true);
    tried = 0;
    await storm();
    expect(tried).toBe(5);
  });

  it('starts anew after a day, also while the old count exists', async () => {
    await storm();
    clock.time += 86_400_001;
    tried = 0;
    await storm();
    expect(tried).toBe(5);
  });

  it('does not count an attempt whose check failed to run', async () => {
    const busy = () => processes[0]!.attempt({ subject: email, ip: '192.0.2.1' }, () => Promise.reject(new Error('busy')));
    for (let time = 0; time < 7; time++) await expect(busy()).rejects.toThrow('busy');
    await storm();
    expect(tried).toBe(5);
    clock.time += 1_000;
    // Nor is the next attempt delayed.
    await expect(busy()).rejects.toThrow('busy');
    expect(await guess(true)).toBe(true);
  });
});
