import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { STATISTIC_ROWS, StatisticRow } from '../../../src/contexts/analytics/adapters/typeorm/statistic.rows.js';
import { SystemLogRow } from '../../../src/contexts/system-logs/adapters/typeorm/system-log.row.js';
import { TypeormStatisticSources } from '../../../src/contexts/analytics/adapters/typeorm/typeorm-statistic-sources.js';
import { VISIT_ROWS } from '../../../src/contexts/analytics/adapters/typeorm/visit.rows.js';
import type { StatisticSources } from '../../../src/contexts/analytics/application/ports/statistic-sources.js';
import { FIGURES } from '../../../src/contexts/analytics/domain/figures.js';
import { lagosDate } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { kobo } from '../../../src/kernel/money.js';
import { Analytics0008 } from '../../../src/migrations/0008-analytics.js';
import { Analytics0013 } from '../../../src/migrations/0013-analytics.js';
import { outsideTransaction } from '../../../src/platform/database/outside-transaction.js';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { type Story, story, strayFigures, tell } from './event-sequences.js';
import { CountingHouse, Facts } from './analytics-fixture.js';

const TABLES = ['statistic', 'counted_user', 'counted_purchase', 'active_user', 'visitor_log'];

describe.each(BACKENDS)('statistics on %s', (backend) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await makeTestDatabase(backend, [...STATISTIC_ROWS, ...VISIT_ROWS, SystemLogRow], [Analytics0008, Analytics0013]);
  });
  afterAll(() => test.drop());
  const empty = async (tables = TABLES) => {
    for (const table of tables) await test.database.manager.query(`DELETE FROM ${table}`);
  };
  afterEach(() => empty());

  /** Everything in the table that is not nothing. */
  async function stored(): Promise<Record<string, Record<string, number>>> {
    const rows = await test.database.repository(StatisticRow).find();
    const told = rows.map((row): [string, Record<string, number>] => [
      `${row.span} ${row.start} ${row.country}`,
      Object.fromEntries(FIGURES.filter((name) => row[name] !== 0).map((name) => [name, row[name]])),
    ]);
    return Object.fromEntries(told.filter(([, figures]) => Object.keys(figures).length > 0));
  }

  it('agree with their migrations', async () => {
    const { upQueries } = await test.database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('are what happened, though it is told late, twice and in any order; and a rebuild says the same', async () => {
    const check = async (given: Story) => {
      const facts = new Facts();
      const house = new CountingHouse(test.database, facts);
      const expected = await tell(given, facts, house);
      expect(await stored()).toEqual(expected);

      // What is right stays as it is.
      expect(await house.rebuild.execute()).toMatchObject({ facts: 0, corrected: 0 });
      expect(await stored()).toEqual(expected);

      // From the sources alone.
      await empty(['statistic', 'counted_user', 'counted_purchase']);
      await test.database.manager.query("DELETE FROM active_user WHERE span <> 'day'");
      await house.rebuild.execute();
      expect(await stored()).toEqual(expected);
    };
    await fc.assert(
      fc.asyncProperty(story, check).afterEach(() => empty()),
      { numRuns: 12 },
    );
  }, 120_000);

  it('are made good by a rebuild, whatever was wrong', async () => {
    const facts = new Facts();
    const house = new CountingHouse(test.database, facts);
    const [given] = fc.sample(story, { numRuns: 1, seed: 7 });
    const expected = await tell(given!, facts, house);
    await test.database.manager.query('UPDATE statistic SET purchases = purchases + 3, new_users = 0, active_users = 9');
    await test.database.manager.query('UPDATE counted_purchase SET completed = 5');
    await house.statistics.add(strayFigures());
    const progress: string[] = [];
    const rebuilt = await house.rebuild.execute((step) => progress.push(step));
    expect(await stored()).toEqual(expected);
    expect(rebuilt.corrected).toBeGreaterThan(0);
    expect(new Set(progress)).toEqual(new Set(['users', 'purchases', 'days', 'weeks and months']));
    expect(await house.rebuild.execute()).toMatchObject({ facts: 0, corrected: 0 });
  }, 60_000);

  it('count a purchase once, although two processes are told of it at the same moment', async () => {
    const facts = new Facts();
    const [one, other] = [new CountingHouse(test.database, facts), new CountingHouse(test.database, facts)];
    const at = Date.UTC(2026, 2, 31, 12);
    facts.users.set('buyer', { userId: 'buyer', createdAt: at });
    await one.events.userCreated({ userId: 'buyer' });
    for (let number = 0; number < 25; number++) {
      const purchaseId = newId();
      const amounts = { amountKobo: kobo(100), revenueKobo: kobo(2) };
      facts.trades.set(purchaseId, { purchaseId, userId: 'buyer', status: 'completed', createdAt: at, ...amounts });
      await Promise.all([one.events.purchasePlaced({ purchaseId }), other.events.purchaseCompleted({ purchaseId })]);
    }
    const counted = { newUsers: 1, purchases: 25, completed: 25, volumeKobo: 2_500, revenueKobo: 50 };
    expect((await stored())['day 2026-03-31 ALL']).toEqual(counted);
  });

  it('wait while a rebuild sums up, and are added to what it found', async () => {
    const house = new CountingHouse(test.database, new Facts());
    const at = Date.UTC(2026, 2, 31, 12);
    await house.visits.add(visitOf(0, at));
    // oxlint-disable-next-line typescript/unbound-method -- called with the instance below
    const { sumOfDay } = TypeormStatisticSources.prototype;
    const meanwhile: Promise<void>[] = [];
    const slow = vi.spyOn(TypeormStatisticSources.prototype, 'sumOfDay').mockImplementation(async function (
      this: StatisticSources,
      day,
    ) {
      const found = await sumOfDay.call(this, day);
      meanwhile.push(outsideTransaction(() => house.visits.add(visitOf(1, at))));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return found;
    });
    await house.rebuild.execute();
    slow.mockRestore();
    await Promise.all(meanwhile);
    for (const period of ['day 2026-03-31', 'week 2026-03-30', 'month 2026-03-01'])
      expect((await stored())[`${period} ALL`]).toEqual({ newVisitors: 2 });
  });

  it('lose nothing to a rebuild, nor to another process, while things go on happening', async () => {
    const facts = new Facts();
    const processes = [new CountingHouse(test.database, facts), new CountingHouse(test.database, facts)];
    const at = Date.UTC(2026, 2, 31, 22, 30);
    const work: Promise<void>[] = [];
    const told = (tell: (house: CountingHouse) => Promise<void>) => work.push(...processes.map(tell));
    for (let number = 0; number < 120; number++) {
      const userId = newId();
      facts.users.set(userId, { userId, createdAt: at });
      facts.countries.set(userId, number % 2 ? 'NG' : 'GH');
      const purchaseId = newId();
      const trade = { purchaseId, userId, amountKobo: kobo(100), revenueKobo: kobo(2), createdAt: at };
      facts.trades.set(purchaseId, { ...trade, status: 'pending' });
      told(({ events }) => events.purchasePlaced({ purchaseId }));
      told(({ events }) => events.userCreated({ userId }));
      told(({ events }) => events.userActive({ userId, at }));
      told(({ visits }) => visits.add(visitOf(number, at)));
      if (number % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      facts.trades.set(purchaseId, { ...trade, status: 'completed' });
      told(({ events }) => events.purchaseCompleted({ purchaseId }));
      if (number % 40 === 0) work.push(processes[1]!.rebuild.execute().then(() => undefined));
    }
    await Promise.all(work);
    const half = { newUsers: 60, activeUsers: 60, purchases: 60, completed: 60, volumeKobo: 6000, revenueKobo: 120 };
    const all = Object.fromEntries(Object.entries(half).map(([name, value]) => [name, value * 2]));
    for (const period of ['day 2026-03-31', 'week 2026-03-30', 'month 2026-03-01']) {
      expect(await stored()).toMatchObject({
        [`${period} ALL`]: { ...all, newVisitors: 120 },
        [`${period} NG`]: half,
        [`${period} GH`]: half,
        [`${period} ZZ`]: { newVisitors: 120 },
      });
    }
    expect(await processes[0]!.rebuild.execute()).toMatchObject({ facts: 0, corrected: 0 });
  }, 60_000);
});

function visitOf(number: number, createdAt: number) {
  const place = { countryCode: '', country: '', region: '', city: '' };
  const device = { deviceName: '', deviceType: 'tv', deviceSerial: 'x' };
  return { id: newId(), day: lagosDate(createdAt), ip: `10.0.0.${number}`, ...place, ...device, createdAt };
}
