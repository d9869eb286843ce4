import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CountUsers, MarkActive } from '../../../src/contexts/analytics/counting.js';
import { ShowEarnings } from '../../../src/contexts/analytics/dashboard.js';
import { Settlements } from '../../../src/contexts/settlements/index.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { addDays, lagosDate } from '../../../src/kernel/lagos-time.js';
import { kobo, naira } from '../../../src/kernel/money.js';
import { Ledger } from '../../../src/ledger/index.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

interface Figures {
  readonly [name: string]: number | string;
}

describe.each(ONE_BACKEND)('the dashboard on %s', (backend) => {
  let staff: StaffFixture;
  let clerk: Staff;
  let today: string;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    clerk = await staff.hire('StatsControl.transacStat');
    today = lagosDate(staff.clock.now());
    await staff.rows('DELETE FROM statistic');
    const figures: [span: string, start: string, purchases: number, volumeKobo: number, active: number][] = [
      ['day', today, 3, 150_050, 4],
      ['day', addDays(today, -29), 2, 100_000, 56],
      ['day', addDays(today, -30), 7, 700_000, 30],
      ['day', addDays(today, -60), 100, 1, 1],
    ];
    for (const [span, start, purchases, volume, active] of figures)
      await staff.rows(
        `INSERT INTO statistic (span, start_day, country_code, purchases, completed, volume_kobo, active_users)
         VALUES (?, ?, 'ALL', ?, ?, ?, ?)`,
        span,
        start,
        purchases,
        purchases,
        volume,
        active,
      );
  });
  afterAll(() => staff.close());

  const ask = (rqtp: string, as: Staff = clerk) => staff.get('control_dashboard_fetch', as, { rqtp });

  it('shows thirty days in order, the missing ones as zeros, beside the thirty before', async () => {
    const { span, periods, periods_before, totals, totals_before } = (await ask('day')).body.DATA as {
      [name: string]: unknown;
      periods: Figures[];
      periods_before: Figures[];
    };
    expect([span, periods.length, periods_before.length]).toEqual(['day', 30, 30]);
    expect(periods.map(({ cxdate }) => cxdate)).toEqual(Array.from({ length: 30 }, (_, number) => addDays(today, number - 29)));
    expect(periods.at(-1)).toMatchObject({ cxdate: today, tradeCounter: 3, tradeVolume: 1_500.5 });
    expect(periods[1]).toMatchObject({ tradeCounter: 0, tradeVolume: 0 });
    expect(totals).toMatchObject({ tradeCounter: 5, tradeSuccess: 5, tradeVolume: 2_500.5, activeUsers: 2 });
    expect(periods_before.at(-1)).toMatchObject({ cxdate: addDays(today, -30), tradeCounter: 7 });
    expect(totals_before).toMatchObject({ tradeCounter: 7, activeUsers: 1 });
  });

  it('says what was earned by the books: fees less what providers and banks kept, with top-ups and taxes beside it', async () => {
    const earnings = async () => (await ask('day')).body.DATA as Record<'earned' | 'earned_before', Record<string, number>>;
    const none = { fees: 0, costs: 0, net: 0, top_ups: 0, vat: 0, duty: 0 };
    expect(await earnings()).toMatchObject({ earned: none, earned_before: none });
    const user = await staff.service.register();
    const movements: [
      kind: 'adjustment' | 'deposit' | 'remittance' | 'bank_fee' | 'float_topup',
      from: string,
      to: string,
      amount: number,
    ][] = [
      ['deposit', 'system:deposits:sandbox', user.userid, 10_000],
      ['adjustment', user.userid, 'system:fees', 500],
      ['adjustment', user.userid, 'system:vat', 37.5],
      ['adjustment', user.userid, 'system:duties', 50],
      ['adjustment', 'system:costs:sandbox', 'system:deposits:sandbox', 120],
      ['bank_fee', 'system:costs:banks', 'system:bank:gtb', 5],
      ['remittance', 'system:vat', 'system:bank:gtb', 30],
      ['float_topup', 'system:clearing:sandbox', 'system:bank:gtb', 1_000],
      ['adjustment', 'system:fees', user.userid, 100],
    ];
    const ledger = staff.service.app.get(Ledger);
    const settlements = staff.service.app.get(Settlements);
    for (const [kind, debited, credited, amount] of movements) {
      const [amountKobo, id] = [naira(amount), newId()];
      const postings = [
        { account: debited, amountKobo: kobo(-amountKobo), note: '' },
        { account: credited, amountKobo, note: '' },
      ];
      const isSettled = kind !== 'adjustment' && kind !== 'deposit';
      const entry = { kind: kind as 'bank_fee', provider: '', account: '', bank: 'gtb', reference: id, valued: today } as const;
      const inserts = isSettled ? [settlements.record({ ...entry, id, amountKobo, debited, credited })] : [];
      const idempotencyKey = { scope: 'system', action: 'test', key: id, fingerprint: '' };
      await ledger.commit({ idempotencyKey, response: null, inserts, journal: { id, kind, subject: id, postings } });
    }
    const earned = { fees: 400, costs: 125, net: 275, top_ups: 1_000, vat: 37.5, duty: 50 };
    expect(await earnings()).toMatchObject({ earned, earned_before: none });
    const now = staff.clock.now() + 1;
    const [until, after] = await staff.service.app.get(ShowEarnings).execute([now - DAY_MS, now, now + DAY_MS]);
    expect([until!.netKobo, until!.topUpsKobo, after!.netKobo, after!.topUpsKobo]).toEqual([naira(275), naira(1_000), 0, 0]);
  });

  it('shows twelve weeks and twelve months from their first days', async () => {
    const { body: weeks } = await ask('week');
    const { body: months } = await ask('month');
    expect([weeks.DATA.periods.length, months.DATA.periods.length]).toEqual([12, 12]);
    expect(months.DATA.periods.at(-1).cxdate).toBe(`${today.slice(0, 7)}-01`);
    expect(failed(await ask('year'))).toMatchObject({ code: 400, id: 'rqtp_invalid' });
  });

  it('shows providers and queues to those who may see them elsewhere', async () => {
    expect((await ask('day')).body.DATA).toMatchObject({ providers: [], queues: [] });
    const { providers, queues } = (await ask('day', staff.admin)).body.DATA as { providers: object[]; queues: object[] };
    expect(providers).toContainEqual(expect.objectContaining({ name: 'sandbox', kind: 'biller', status: 'in use' }));
    expect(queues).toContainEqual({
      kind: 'job',
      waiting_seconds: expect.any(Number) as number,
      bound_seconds: 600,
      overdue: false,
    });
  });

  it('counts customers, and no staff, as new and as active', async () => {
    const customer = await staff.service.register();
    const day = addDays(today, -90);
    const ids = [clerk.userid, customer.userid];
    await staff.service.app.get(CountUsers, { strict: false }).execute(ids);
    const active = ids.map((userId) => ({ userId, day }));
    await staff.service.app.get(MarkActive, { strict: false }).execute(active);
    const of = (table: string) =>
      staff.rows<{ id: string }>(`SELECT user_id AS id FROM ${table} WHERE user_id IN (?, ?)`, ...ids);
    expect(await of('counted_user')).toEqual([{ id: customer.userid }]);
    expect([...new Set((await of('active_user')).map(({ id }) => id))]).toEqual([customer.userid]);
    const [counted] = await staff.rows<{ active: number | string }>(
      "SELECT active_users AS active FROM statistic WHERE span = 'day' AND start_day = ? AND country_code = 'ALL'",
      day,
    );
    expect(Number(counted!.active)).toBe(1);
  });
});
