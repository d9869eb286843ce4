import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RateLimiterSpendings } from '../../../src/contexts/abuse/adapters/rate-limiter/rate-limiter-spendings.js';
import { BudgetSpendingRow, DatabaseUnitState, TypeormSpendings } from '../../../src/contexts/abuse/budgets.store.js';
import { CountedBudgets } from '../../../src/contexts/abuse/counted-budgets.js';
import type { Refusals } from '../../../src/contexts/abuse/budgets.js';
import type { BudgetName, BudgetSet } from '../../../src/kernel/budget-definitions.js';
import { type Budget, budgetFailures } from '../../../src/kernel/budgets.js';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { Failure, type FailureDefinition } from '../../../src/kernel/failure.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import type { Log } from '../../../src/platform/telemetry/log.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { ManualClock } from '../../support/clocks.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';

const AT_ONCE = 40;
const budget = (beyond: Budget['beyond'], cap: number, windowMs: number): Budget => ({
  counts: 'what is tested',
  subjectIs: 'account',
  cap,
  windowMs,
  beyond,
  store: 'database',
  tells: ['staff'],
});
const DEFINITIONS = {
  guesses: budget('delay', 5, DAY_MS),
  mails: budget('refuse', 5, HOUR_MS),
  money: budget('step-up', 500_000, DAY_MS),
  approvals: budget('freeze', 2, HOUR_MS),
  lookups: { ...budget('refuse', 5, HOUR_MS), store: 'memory' as const },
};
type Name = keyof typeof DEFINITIONS;

describe.each(ONE_BACKEND)('budgets on %s', (backend) => {
  let test: TestDatabase;
  /** One for each process. */
  let processes: CountedBudgets[];
  let subject: string;
  let told: string[];
  let refusals: number;
  const clock = new ManualClock();

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [BudgetSpendingRow], MIGRATIONS);
    const log = { problem: (text: string) => void told.push(text) } as unknown as Log;
    const definitions = DEFINITIONS as unknown as BudgetSet;
    const fast = new RateLimiterSpendings(definitions, undefined);
    processes = Array.from({ length: 10 }, () => {
      const watched: Refusals = {
        count: () => void refusals++,
        tellStaff: async (_, key) => void told.push(`${key.budget} ${key.subject}`),
      };
      const unit = new DatabaseUnitState(test.database, log);
      return new CountedBudgets(definitions, new TypeormSpendings(test.database), fast, watched, unit, clock);
    });
  });
  beforeEach(({ task }) => {
    subject = task.id;
    told = [];
    refusals = 0;
  });
  afterAll(() => test.drop());

  const spend = (name: Name, amount?: number, process = 0) => processes[process]!.spend(name as BudgetName, subject, amount);
  const left = (name: Name) => processes[1]!.left(name as BudgetName, subject);
  const clear = (name: Name) => processes[1]!.clear(name as BudgetName, subject);
  const giveBack = (name: Name, amount?: number) => processes[1]!.giveBack(name as BudgetName, subject, amount);
  const storm = (name: Name) =>
    Promise.allSettled(Array.from({ length: AT_ONCE }, (_, number) => spend(name, 1, number % processes.length)));
  const passed = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled').length;
  const refusal = async (work: Promise<unknown>, definition: FailureDefinition) => {
    const failure = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).failure).toBe(definition.name);
    return (failure as Failure).retryAfterSeconds;
  };

  it('let pass no more than the cap, of many at once in ten processes', async () => {
    const results = await storm('mails');
    expect(passed(results)).toBe(5);
    expect(refusals).toBe(AT_ONCE - 5);
    expect(told).toEqual([`mails ${subject}`]);
    expect(await refusal(spend('mails'), budgetFailures.limit_reached)).toBe(3_600);
    clock.time += HOUR_MS - 1;
    expect(await refusal(spend('mails'), budgetFailures.limit_reached)).toBe(1);
    expect(told).toHaveLength(1);
  });

  it('that are counted in memory tell staff once for all processes', async () => {
    expect(passed(await storm('lookups'))).toBe(5);
    expect(refusals).toBe(AT_ONCE - 5);
    expect(told).toEqual([`lookups ${subject}`]);
    await clear('lookups');
    expect(passed(await storm('lookups'))).toBe(5);
    expect(told).toHaveLength(2);
  });

  it('begin anew when the window is over, and tell staff again', async () => {
    await storm('mails');
    clock.time += HOUR_MS + 1;
    expect(await left('mails')).toBe(5);
    expect(passed(await storm('mails'))).toBe(5);
    expect(told).toHaveLength(2);
  });

  it('delay beyond the cap by 1 s, doubling to 15 min, for all processes', async () => {
    expect(passed(await storm('guesses'))).toBe(5);
    for (const delayMs of [1_000, 2_000, 4_000]) {
      clock.time += delayMs - 1;
      expect(passed(await storm('guesses'))).toBe(0);
      clock.time += 1;
      expect(passed(await storm('guesses'))).toBe(1);
    }
    for (let more = 0; more < 10; more++) {
      clock.time += 900_000;
      await spend('guesses');
    }
    expect(await refusal(spend('guesses'), budgetFailures.delayed)).toBe(900);
    clock.time += DAY_MS + 1;
    expect(await left('guesses')).toBe(5);
  });

  it('count amounts, and let a smaller one pass after a larger one was refused', async () => {
    await spend('money', 400_000);
    expect(await refusal(spend('money', 100_001), budgetFailures.step_up)).toBe(86_400);
    expect(await left('money')).toBe(100_000);
    await spend('money', 100_000);
    await refusal(spend('money', 1), budgetFailures.step_up);
  });

  it('refuse an amount beyond the cap although nothing is spent', async () => {
    expect(await refusal(spend('money', 500_001), budgetFailures.step_up)).toBe(86_400);
    expect(told).toEqual([`money ${subject}`]);
    await spend('money', 500_000);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('take no amount of %d', async (amount) => {
    await expect(spend('money', amount)).rejects.toThrow(RangeError);
    await expect(giveBack('money', amount)).rejects.toThrow(RangeError);
    expect(await left('money')).toBe(500_000);
  });

  it('freeze until they are cleared, also after the window', async () => {
    await storm('approvals');
    clock.time += 100 * DAY_MS;
    expect(await refusal(spend('approvals'), budgetFailures.frozen)).toBeUndefined();
    expect(await left('approvals')).toBe(0);
    await giveBack('approvals', 2);
    await refusal(spend('approvals'), budgetFailures.frozen);
    await clear('approvals');
    await spend('approvals');
  });

  it('do not freeze what never went beyond the cap', async () => {
    await spend('approvals', 2);
    clock.time += HOUR_MS + 1;
    await spend('approvals', 1);
    expect(await left('approvals')).toBe(1);
  });

  it('take back what was given back, never below nothing', async () => {
    await spend('mails', 5);
    await giveBack('mails', 2);
    expect(await left('mails')).toBe(2);
    await giveBack('mails', 100);
    expect(await left('mails')).toBe(5);
    await Promise.all(Array.from({ length: 5 }, (_, number) => spend('mails', 1, number)));
    await Promise.all(Array.from({ length: 5 }, () => giveBack('mails')));
    expect(await left('mails')).toBe(5);
  });

  it('say whether it was spent, without a failure', async () => {
    const tries = Array.from({ length: 8 }, (_, number) => processes[number]!.trySpend('mails' as BudgetName, subject));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(5);
  });

  it('are undone with the unit of work in which they were spent, and refuse and tell although it rolls back', async () => {
    const rolledBack = (amount: number) =>
      test.database.transaction(async () => {
        await spend('mails', amount);
        throw new Error('rolled back');
      });
    await expect(rolledBack(3)).rejects.toThrow('rolled back');
    expect(await left('mails')).toBe(5);
    await refusal(rolledBack(6), budgetFailures.limit_reached);
    await expect.poll(() => told).toEqual([`mails ${subject}`]);
    await test.database.transaction(() => spend('mails', 3));
    expect(await left('mails')).toBe(2);
  });

  it('let pass no more than the cap of many units of work at once', async () => {
    const units = Array.from({ length: 20 }, (_, number) => test.database.transaction(() => spend('mails', 1, number % 10)));
    expect(passed(await Promise.allSettled(units))).toBe(5);
    // Told outside of the units, which do not wait for it.
    await expect.poll(() => told).toEqual([`mails ${subject}`]);
  });

  it('that delay are not spent inside of a unit of work, which would undo the count', async () => {
    const inUnit = (work: () => Promise<unknown>) => expect(test.database.transaction(work)).rejects.toThrow('outside of units');
    await inUnit(() => spend('guesses'));
    await inUnit(() => processes[0]!.attempt('guesses' as BudgetName, subject, async () => true));
    expect(await left('guesses')).toBe(5);
  });

  it('are removed when their window is over, and not before', async () => {
    const spendings = new TypeormSpendings(test.database);
    clock.time += 200 * DAY_MS;
    await spendings.removeEnded(clock.time, 500);
    await spend('mails');
    clock.time += HOUR_MS;
    expect(await spendings.removeEnded(clock.time, 500)).toBe(0);
    clock.time += 1;
    expect(await spendings.removeEnded(clock.time, 500)).toBe(1);
    expect(await spendings.removeEnded(clock.time, 500)).toBe(0);
  });

  describe('for attempts', () => {
    let tried: number;
    beforeEach(() => (tried = 0));
    /** Slow, as a password hash is, so that all admitted attempts overlap. */
    const guess = (isRight: boolean, process = 0, whenRight?: 'clear' | 'give back') =>
      processes[process]!.attempt(
        'guesses' as BudgetName,
        subject,
        async () => {
          tried++;
          await new Promise((resolve) => setTimeout(resolve, 50));
          return isRight;
        },
        whenRight,
      );
    const guesses = () => Promise.allSettled(Array.from({ length: AT_ONCE }, (_, number) => guess(false, number % 10)));

    it('admit as many as the cap at once, then one after each delay', async () => {
      await guesses();
      expect(tried).toBe(5);
      clock.time += 999;
      await guesses();
      expect(tried).toBe(5);
      clock.time += 1;
      await guesses();
      expect(tried).toBe(6);
    });

    it('begin anew after a right one', async () => {
      for (let wrong = 0; wrong < 4; wrong++) expect(await guess(false)).toBe(false);
      expect(await guess(true)).toBe(true);
      await guesses();
      expect(tried).toBe(10);
    });

    it('keep the wrong ones where a right one is given back, and do not delay many right ones at once', async () => {
      for (let wrong = 0; wrong < 4; wrong++) await guess(false);
      expect(await Promise.all(Array.from({ length: 6 }, () => guess(true, 0, 'give back')))).toEqual(Array(6).fill(true));
      expect(await left('guesses')).toBe(1);
    });

    it('give back a right one also where others were counted meanwhile', async () => {
      const process = processes[0]!;
      const check = async () => {
        await spend('guesses', 1, 1);
        return true;
      };
      expect(await process.attempt('guesses' as BudgetName, subject, check, 'give back')).toBe(true);
      expect(await left('guesses')).toBe(4);
    });

    it('do not count one whose check failed by itself, nor delay the next', async () => {
      const busy = () => processes[0]!.attempt('guesses' as BudgetName, subject, () => Promise.reject(new Error('busy')));
      for (let time = 0; time < 7; time++) await expect(busy()).rejects.toThrow('busy');
      await guesses();
      expect(tried).toBe(5);
      clock.time += 1_000;
      await expect(busy()).rejects.toThrow('busy');
      expect(await guess(true)).toBe(true);
    });
  });
});
