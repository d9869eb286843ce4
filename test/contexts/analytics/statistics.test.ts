import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { STATISTIC_ROWS, StatisticRow } from '../../../src/contexts/analytics/statistics.store.js';
import { VISIT_ROWS } from '../../../src/contexts/analytics/visits.store.js';
import { SystemLogRow } from '../../../src/contexts/system-logs/system-logs.store.js';
import { TypeormStatisticSources } from '../../../src/contexts/analytics/statistic-sources.store.js';
import { type StatisticSources, FIGURES } from '../../../src/contexts/analytics/statistics.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { newId } from '../../../src/kernel/ids.js';
import { kobo } from '../../../src/kernel/money.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { outsideTransaction } from '../../../src/platform/database/outside-transaction.js';
import { BACKENDS } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { event, type EventSequence, story, strayFigures, deliver } from './event-sequences.js';
import { StatisticsFixture, SourceRecords } from './analytics-fixture.js';

const TABLES = ['statistic', 'counted_user', 'counted_purchase', 'active_user', 'visitor_log'];

describe.each(BACKENDS)('statistics on %s', (backend) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await makeTestDatabase(backend, [...STATISTIC_ROWS, ...VISIT_ROWS, SystemLogRow], MIGRATIONS);
  });
  afterAll(() => test.drop());
  const empty = async (tables = TABLES) => {
    for (const table of tables) await test.database.manager.query(`DELETE FROM ${table}`);
  };
  afterEach(() => empty());

  /** All rows with a figure other than zero. */
  async function stored(): Promise<Record<string, Record<string, number>>> {
    const rows = await test.database.repository(StatisticRow).find();
    const told = rows.map((row): [string, Record<string, number>] => [
      `${row.span} ${row.start} ${row.country}`,
      Object.fromEntries(FIGURES.filter((name) => row[name] !== 0).map((name) => [name, row[name]])),
    ]);
    return Object.fromEntries(told.filter(([, figures]) => Object.keys(figures).length > 0));
  }

  it('are correct for late, repeated and unordered events, and equal to a rebuild', async () => {
    const check = async (given: EventSequence) => {
      const sources = new SourceRecords();
      const fixture = new StatisticsFixture(test.database, sources);
      const expected = await deliver(given, sources, fixture);
      expect(await stored()).toEqual(expected);

      // Correct figures are not written again.
      expect(await fixture.rebuild.execute()).toMatchObject({ records: 0, corrected: 0 });
      expect(await stored()).toEqual(expected);

      // From the sources alone.
      await empty(['statistic', 'counted_user', 'counted_purchase']);
      await test.database.manager.query("DELETE FROM active_user WHERE span <> 'day'");
      await fixture.rebuild.execute();
      expect(await stored()).toEqual(expected);
    };
    await fc.assert(
      fc.asyncProperty(story, check).afterEach(() => empty()),
      { numRuns: 12 },
    );
  });

  it('are corrected by a rebuild, whatever was wrong', async () => {
    const sources = new SourceRecords();
    const fixture = new StatisticsFixture(test.database, sources);
    const [given] = fc.sample(story, { numRuns: 1, seed: 7 });
    const expected = await deliver(given!, sources, fixture);
    await test.database.manager.query('UPDATE statistic SET purchases = purchases + 3, new_users = 0, active_users = 9');
    await test.database.manager.query('UPDATE counted_purchase SET completed = 5');
    await fixture.statistics.add(strayFigures());
    const progress: string[] = [];
    const rebuilt = await fixture.rebuild.execute((step) => progress.push(step));
    expect(await stored()).toEqual(expected);
    expect(rebuilt.corrected).toBeGreaterThan(0);
    expect(new Set(progress)).toEqual(new Set(['users', 'purchases', 'days', 'weeks and months']));
    expect(await fixture.rebuild.execute()).toMatchObject({ records: 0, corrected: 0 });
  });

  it('count a purchase once when two processes consume its journals at the same time', async () => {
    const sources = new SourceRecords();
    const [one, other] = [new StatisticsFixture(test.database, sources), new StatisticsFixture(test.database, sources)];
    const at = Date.UTC(2026, 2, 31, 12);
    sources.users.set('buyer', { userId: 'buyer', createdAt: at });
    await one.events.userCreated(event({ userId: 'buyer' }));
    for (let number = 0; number < 25; number++) {
      const purchaseId = newId();
      const amounts = { amountKobo: kobo(100), revenueKobo: kobo(2) };
      sources.trades.set(purchaseId, { purchaseId, userId: 'buyer', status: 'completed', createdAt: at, ...amounts });
      await Promise.all([one.purchasesMoved(event({ purchaseId })), other.purchasesMoved(event({ purchaseId }))]);
    }
    const counted = { newUsers: 1, purchases: 25, completed: 25, volumeKobo: 2_500, revenueKobo: 50 };
    expect((await stored())['day 2026-03-31 ALL']).toEqual(counted);
  });

  it("wait for a rebuild's lock and add to its result", async () => {
    const fixture = new StatisticsFixture(test.database, new SourceRecords());
    const at = Date.UTC(2026, 2, 31, 12);
    await fixture.visits.add(visitOf(0, at));
    // oxlint-disable-next-line typescript/unbound-method -- called with the instance below
    const { sumOfDay } = TypeormStatisticSources.prototype;
    const meanwhile: Promise<void>[] = [];
    const slow = vi.spyOn(TypeormStatisticSources.prototype, 'sumOfDay').mockImplementation(async function (
      this: StatisticSources,
      day,
    ) {
      const found = await sumOfDay.call(this, day);
      meanwhile.push(outsideTransaction(() => fixture.visits.add(visitOf(1, at))));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return found;
    });
    await fixture.rebuild.execute();
    slow.mockRestore();
    await Promise.all(meanwhile);
    for (const period of ['day 2026-03-31', 'week 2026-03-30', 'month 2026-03-01'])
      expect((await stored())[`${period} ALL`]).toEqual({ newVisitors: 2 });
  });

  it('lose nothing to a rebuild or another process under concurrent events', async () => {
    const sources = new SourceRecords();
    const processes = [new StatisticsFixture(test.database, sources), new StatisticsFixture(test.database, sources)];
    const at = Date.UTC(2026, 2, 31, 22, 30);
    const work: Promise<void>[] = [];
    const told = (tell: (fixture: StatisticsFixture) => Promise<void>) => work.push(...processes.map(tell));
    const page: { userId: string; purchaseId: string; at: number }[] = [];
    for (let number = 0; number < 120; number++) {
      const userId = newId();
      sources.users.set(userId, { userId, createdAt: at });
      sources.countries.set(userId, number % 2 ? 'NG' : 'GH');
      const purchaseId = newId();
      const trade = { purchaseId, userId, amountKobo: kobo(100), revenueKobo: kobo(2), createdAt: at };
      sources.trades.set(purchaseId, { ...trade, status: 'pending' });
      told(({ visits }) => visits.add(visitOf(number, at)));
      page.push({ userId, purchaseId, at });
      if (page.length === 5) {
        const given = page.splice(0).flatMap((data) => event(data));
        told((fixture) => fixture.purchasesMoved(given));
        told(({ events }) => events.userCreated(given));
        told(({ events }) => events.userActive(given));
        if (number % 10 === 4) await new Promise((resolve) => setTimeout(resolve, 2));
        for (const { data } of given)
          sources.trades.set(data.purchaseId, { ...sources.trades.get(data.purchaseId)!, status: 'completed' });
        told((fixture) => fixture.purchasesMoved(given));
      }
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
    expect(await processes[0]!.rebuild.execute()).toMatchObject({ records: 0, corrected: 0 });
  });
});

function visitOf(number: number, createdAt: number) {
  const place = { countryCode: '', country: '', region: '', city: '' };
  const device = { deviceName: '', deviceType: 'tv', deviceSerial: 'x' };
  return { id: newId(), day: lagosDate(createdAt), ip: `10.0.0.${number}`, ...place, ...device, createdAt };
}
