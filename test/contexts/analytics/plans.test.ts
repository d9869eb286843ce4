import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics, ReadStatistics } from '../../../src/contexts/analytics/statistics.js';
import { PurchaseRow } from '../../../src/contexts/purchases/purchases.rows.js';
import { type ShowEarnings, ShowDashboard } from '../../../src/contexts/analytics/dashboard.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { QueryPlans } from '../../support/query-plans.js';
import { until } from '../../support/until.js';
import { provider } from './support.js';

const DAY_MS = 86_400_000;
const VISITS = 20_000;
const YEARS_OF_DAYS = 3 * 365;
/** A year of months, or a page of days, in all countries. */
const FEW_ROWS = 300;
const READ_TABLES = /^SELECT .* FROM [`"](statistic|deposit_order|purchase)[`"]/;

describe.each(BACKENDS)('reading statistics on %s', (backend) => {
  let service: TestApp;
  let database: Database;
  let now: number;
  let plans: QueryPlans;

  beforeAll(async () => {
    service = await startApp(backend);
    database = provider(service, Database);
    now = Date.now();
    // The catalogue is fetched and counted at start.
    await until(async () => (await database.rows('SELECT start_day FROM statistic WHERE new_products > 0')).length === 3);
    await database.manager.query('DELETE FROM statistic');
    await fill();
    if (backend === 'mysql')
      await database.manager.query('ANALYZE TABLE statistic, visitor_log, purchase, deposit_order, counted_purchase');
    else await database.manager.query('ANALYZE');
    plans = new QueryPlans(backend, database);
  });
  afterAll(() => service.close());

  /** Three years of figures in four countries, with enough visits and purchases to make a scan expensive. */
  async function fill(): Promise<void> {
    const countries = ['ALL', 'NG', 'GH', 'ZZ'];
    const starts = Array.from({ length: YEARS_OF_DAYS }, (_, number) => lagosDate(now - number * DAY_MS));
    const rows = (['day', 'week', 'month'] as const).flatMap((span) =>
      starts.flatMap((start) => countries.map((country) => [span, start, country, 1])),
    );
    await insert('statistic', 'span, start_day, country_code, purchases', rows);
    const visits = Array.from({ length: VISITS }, (_, number) => {
      const recorded = now - number * 60_000;
      return [
        `v${number}`,
        lagosDate(recorded),
        `10.0.${number >> 8}.${number & 255}`,
        'NG',
        '',
        '',
        '',
        '',
        '',
        '',
        'mobile',
        recorded,
      ];
    });
    const names = 'country, region, city, device_name, device_type, device_serial, device_kind';
    await insert('visitor_log', `id, day, ip, country_code, ${names}, recorded`, visits);
    const orders = Array.from({ length: 5_000 }, (_, number) => {
      const [status, slot] = number < 20 ? ['pending', number] : ['completed', null];
      return [`d${number}`, `u${number}`, 'sandbox', 100, status, slot, '', '', '', now, now - number];
    });
    const order = 'user_id, provider, amount_kobo, status, slot, account_number, account_name, bank_name, expires_at';
    await insert('deposit_order', `id, ${order}, recorded`, orders);
    const purchases = Array.from({ length: 5_000 }, (_, number) => purchase(number, now));
    for (let from = 0; from < purchases.length; from += 500)
      await database.repository(PurchaseRow).insert(purchases.slice(from, from + 500));
  }

  async function insert(table: string, columns: string, rows: (string | number | null)[][]): Promise<void> {
    for (let from = 0; from < rows.length; from += 500) {
      const chunk = rows.slice(from, from + 500);
      const marks = chunk.map((row) => `(${row.map(() => '?').join()})`).join();
      // REPLACE, because the running service counts as well.
      await database.manager.query(`REPLACE INTO ${table} (${columns}) VALUES ${marks}`, chunk.flat());
    }
  }

  const READS: Readonly<Record<string, (read: ReadStatistics, statistics: Statistics) => Promise<unknown>>> = {
    monthly_stats: (read) => read.months(),
    'active_users, trade_volume, new_users': (read) => read.thisMonth(),
    trade_country: (read) => read.tradeByCountry(),
    weekly_stats: (read) => read.listWeeksOfCountries({ before: undefined, size: 15 }),
    'weekly_stats, further on': (read) => read.listWeeksOfCountries({ before: Date.now() - 400 * DAY_MS, size: 15 }),
    active_order: (read) => read.openOrders(),
    tp_daily_statistics: (read) => read.listDays({ before: undefined, size: 15 }),
    'tp_daily_statistics, further on': (read) => read.listDays({ before: Date.now() - 400 * DAY_MS, size: 15 }),
    app_weekly_statistics_latest: (read) => read.weeks(),
    control_dashboard_fetch: (_, statistics) => {
      const nothing = { execute: () => Promise.resolve([]) } as unknown as ShowEarnings;
      return new ShowDashboard(statistics, nothing, { now: () => Date.now() }).execute('day');
    },
  };

  it('the check detects a scan', async () => {
    const counting = { sql: 'SELECT COUNT(*) AS visits FROM visitor_log WHERE city = ?', values: [''] };
    expect(await plans.faultsOf(counting, { rows: FEW_ROWS })).not.toEqual([]);
  });

  it.each(Object.entries(READS))('%s examines few rows', async (_, read) => {
    const queries = await plans.queriesOf(() => read(provider(service, ReadStatistics), provider(service, Statistics)));
    const selects = queries.filter(({ sql }) => READ_TABLES.test(sql));
    expect(selects.length).toBeGreaterThan(0);
    expect(selects.length).toBeLessThanOrEqual(4);
    for (const select of selects) expect(await plans.faultsOf(select, { rows: FEW_ROWS }), select.sql).toEqual([]);
  });
});

/** The first twenty are pending; nothing else matters. */
function purchase(number: number, now: number): PurchaseRow {
  const isPending = number < 20;
  return {
    id: `p${number}`,
    userId: 'u',
    kind: 'airtime',
    categoryId: '',
    billerId: '',
    billerName: '',
    itemId: '',
    itemName: '',
    paymentCode: '',
    reference: '',
    deliversPin: false,
    customerId: '',
    customerName: '',
    customerAddress: '',
    customerEmail: '',
    customerMobile: '',
    amountKobo: 1,
    charges: null,
    commissionKobo: 0,
    status: isPending ? 'pending' : 'completed',
    responseCode: '',
    responseMessage: '',
    details: '{}',
    sealedDeliverables: null,
    queries: 0,
    nextQueryAt: isPending ? now : null,
    createdAt: now - number,
    settledAt: null,
  };
}
