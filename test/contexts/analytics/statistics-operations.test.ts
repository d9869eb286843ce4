import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxTimes } from '../../../src/contexts/billers/adapters/sandbox/scenario.js';
import { PurchaseSettings } from '../../../src/contexts/purchases/purchases.js';
import { SyncCatalogue } from '../../../src/contexts/catalogue/catalogue.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { AIRTIME } from '../purchases/support.js';
import { runCli } from '../../cli/run-cli.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import type { Credentials } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';
import { eventsHandled, provider } from './support.js';

const LAGOS = { 'x-forwarded-for': '197.210.64.1' };
const CALIFORNIA = { 'x-forwarded-for': '8.8.8.8' };
const PERMISSIONS = {
  monthly_stats: 'transacStat',
  weekly_stats: 'transacStat',
  active_users: 'activeUsers',
  trade_volume: 'transaction',
  new_users: 'newUserStat',
  trade_country: 'tradCounter',
  active_order: 'activeOrder',
} as const;
type Kind = keyof typeof PERMISSIONS;
const KINDS = Object.keys(PERMISSIONS) as Kind[];

describe.each(BACKENDS)('statistics over HTTP on %s', (backend) => {
  let service: TestApp;
  let staff: Credentials;
  let items: number;
  const today = lagosDate(Date.now());
  const month = `${today.slice(0, 7)}-01`;

  async function newUser(number: number, headers: Record<string, string>): Promise<TestUser> {
    const body = {
      fsnm: 'Ada',
      lsnm: 'Obi',
      emal: `counted${number}@example.com`,
      pswd: 'Correct-horse-7',
      devt: 'iOS',
      devs: 'x',
      devn: 'x',
    };
    return (await service.client.post('user_profile_create', { body, headers })).body.DATA as TestUser;
  }
  const ask = (rqtp: string, as: Credentials = staff, query: Record<string, string> = {}) =>
    service.client.get('control_statistic_data_fetch', { as, query: { rqtp, ...query } });
  const buy = (as: TestUser, phone: string, amount: number) =>
    service.client.post('service_airtime_purchase', { as, body: { ...AIRTIME, phone, amount } });

  beforeAll(async () => {
    service = await startApp(backend, { TRUSTED_PROXIES: 'loopback' });
    Object.assign(provider(service, PurchaseSettings), { answerWithinMs: 2_000 });
    Object.assign(provider(service, SandboxTimes), { decidesAfterMs: 600_000 });
    staff = await signInStaff(service, ...Object.values(PERMISSIONS).map((name) => `StatsControl.${name}`));
    const [synced] = await provider(service, SyncCatalogue).execute();
    items = synced!.items;
    const [ada, ben] = [await newUser(1, LAGOS), await newUser(2, CALIFORNIA)];
    for (const user of [ada, ben]) await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(10_000)));
    await buy(ada, '08031230009', 1_000);
    await buy(ada, '08031230019', 500);
    await buy(ada, '08031230002', 700);
    await buy(ben, '08031230029', 2_000);
    // Never decided: pending for the whole test.
    await buy(ben, '08031230003', 300);
    await service.client.post('user_deposit_order_create', { as: ben, body: { amount: 5_000 } });
    for (const [dvty, headers] of [
      ['mobile', LAGOS],
      ['desktop', CALIFORNIA],
      ['mobile', LAGOS],
    ] as const)
      await service.client.get('visitor_log_create', { query: { dvty, dsnm: 'serial-1' }, headers });
    await service.client.get('authentication_verify', { as: staff });
    // Activity is written after a second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await eventsHandled(service);
  });
  afterAll(() => service.close());

  it('are shown by month', async () => {
    const { DATA } = (await ask('monthly_stats')).body;
    expect(DATA).toEqual([
      {
        marker: `month-${month}-ALL`,
        newUsers: '3',
        newVistor: '2',
        activUser: '3',
        tradVolum: '3500.00',
        recorded: String(Date.parse(`${month}T00:00:00+01:00`)),
      },
    ]);
  });

  it('compare this month with the last', async () => {
    const row = (figures: string) => `INSERT INTO statistic (span, start_day, country_code, ${figures.split(' = ')[0]})`;
    const before = lagosDate(Date.parse(`${month}T00:00:00+01:00`) - 1);
    await provider(service, Database).manager.query(
      `${row('new_users, active_users, volume_kobo')} VALUES ('month', '${before.slice(0, 7)}-01', 'ALL', 11, 12, 1350)`,
    );
    expect((await ask('active_users')).body.DATA).toEqual({ activUser: '3', newVistor: '2', pvactivUser: '12' });
    expect((await ask('trade_volume')).body.DATA).toEqual({ tradCount: '5', tradVolum: '3500.00', pvTradVolum: '13.50' });
    expect((await ask('new_users')).body.DATA).toEqual({ newUsers: '3', pvnewUsers: '11' });
    expect((await ask('monthly_stats')).body.DATA).toHaveLength(2);
    await provider(service, Database).manager.query(`DELETE FROM statistic WHERE start_day < '${month}' AND span = 'month'`);
  });

  it('are shown by country', async () => {
    expect((await ask('trade_country')).body.DATA).toEqual([
      {
        marker: `month-${month}-US`,
        flag: '',
        isocode: 'US',
        country: 'United States',
        tradVolum: '2000.00',
      },
      {
        marker: `month-${month}-NG`,
        flag: '',
        isocode: 'NG',
        country: 'Nigeria',
        tradVolum: '1500.00',
      },
    ]);
    const { result, pagination } = (await ask('weekly_stats')).body.DATA;
    expect(pagination).toBe('');
    const start = new Date(`${today}T00:00:00Z`);
    while (start.getUTCDay() !== 1) start.setUTCDate(start.getUTCDate() - 1);
    const monday = start.toISOString().slice(0, 10);
    const begin = Date.parse(`${monday}T00:00:00+01:00`);
    expect(result.map(({ isocode }: { isocode: string }) => isocode)).toEqual(['ZZ', 'US', 'NG']);
    expect(result[2]).toEqual({
      marker: `week-${monday}-NG`,
      isocode: 'NG',
      flag: '',
      country: 'Nigeria',
      newUsers: 1,
      newVistor: 1,
      activUser: 1,
      tradCount: 3,
      tradCompt: 2,
      tradVolum: 1500,
      mobilephn: 1,
      computers: 0,
      perxStart: String(begin / 1000),
      perxEnds: String(begin / 1000 + 7 * 86_400 - 1),
      recorded: String(begin),
    });
    expect(result[0]).toMatchObject({ country: 'Unknown', newUsers: 1, activUser: 1, tradCount: 0 });
  });

  it('count orders in progress', async () => {
    expect((await ask('active_order')).body.DATA).toEqual({ deposits: 1, transactions: 1 });
  });

  it('are shown by day and for the latest weeks', async () => {
    const days = (await service.client.get('tp_daily_statistics', { as: staff })).body.DATA;
    expect(days.pagination).toBe('');
    const figures = {
      newUsers: 3,
      newVistor: 2,
      activeUsers: 3,
      newProducts: items,
      tradeCounter: 5,
      tradeSuccess: 3,
      tradeVolume: 3500,
      tradeRevenue: expect.any(Number) as number,
      mobileApp: 1,
      computers: 1,
    };
    expect(days.result).toEqual([
      {
        marker: `day-${today}-ALL`,
        cxdate: today,
        ...figures,
        recorded: String(Date.parse(`${today}T00:00:00+01:00`)),
      },
    ]);
    expect(days.result[0].tradeRevenue).toBeGreaterThan(0);
    const [week, ...older] = (await service.client.get('app_weekly_statistics_latest', { as: staff })).body.DATA;
    expect(older).toEqual([]);
    expect(week).toMatchObject({ ...figures, pvNewUsers: 0, pvTradeRevenue: 0, perxEnds: week.perxStart + 7 * 86_400 - 1 });
  });

  it('page through the days', async () => {
    const values = Array.from(
      { length: 40 },
      (_, number) => `('day', '${lagosDate(Date.UTC(2025, 0, 1) + number * 86_400_000)}', 'ALL', 1)`,
    );
    await provider(service, Database).manager.query(
      `INSERT INTO statistic (span, start_day, country_code, new_users) VALUES ${values.join()}`,
    );
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const { DATA } = (await service.client.get('tp_daily_statistics', { as: staff, query: page ? { page } : {} })).body;
      seen.push(...DATA.result.map(({ cxdate }: { cxdate: string }) => cxdate));
      page = DATA.pagination;
    } while (page);
    expect(seen).toHaveLength(41);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
    await provider(service, Database).manager.query("DELETE FROM statistic WHERE start_day < '2025-12-01'");
  });

  it.each(KINDS)('%s needs a permission of its own', async (kind) => {
    const needed = `StatsControl.${PERMISSIONS[kind]}`;
    const only = await signInStaff(service, needed);
    expect((await ask(kind, only)).body.REQUEST.STATUS).toBe('OK');
    const others = Object.values(PERMISSIONS).map((name) => `StatsControl.${name}`);
    const lacking = await signInStaff(service, ...others.filter((name) => name !== needed));
    const refused = await ask(kind, lacking);
    expect([refused.status, refused.body.ERRORS.CODE]).toEqual([403, 400]);
  });

  it('are for staff only', async () => {
    const user = await service.register();
    const answer = await ask('new_users', user);
    expect([answer.status, answer.body.ERRORS.CODE]).toEqual([403, 403]);
    const unsigned = await service.client.get('control_statistic_data_fetch', { query: { rqtp: 'new_users' } });
    expect(unsigned.body.ERRORS).toMatchObject({ CODE: 401, ID: 'rqat_required' });
    expect((await ask('everything')).body.ERRORS).toMatchObject({ CODE: 400, ID: 'rqtp_invalid' });
  });

  it('are verified and corrected by stats:rebuild', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await eventsHandled(service);
    expect((await runCli(service.environment, 'stats:rebuild', '--json')).json).toMatchObject({ records: 0, corrected: 0 });
    await provider(service, Database).manager.query("UPDATE statistic SET new_visitors = 5 WHERE span = 'month'");
    const { exitCode, stdout } = await runCli(service.environment, 'stats:rebuild');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('1 were wrong');
    expect((await ask('active_users')).body.DATA.newVistor).toBe('2');
    expect((await runCli(service.environment, 'stats:rebuild')).stdout).toContain('were right');
  });
});
