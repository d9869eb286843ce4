import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemLogRow } from '../../../src/contexts/system-logs/system-logs.store.js';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { ReconcileDay } from '../../../src/contexts/reconciliation/reconcile-day.js';
import { ReconciliationDifferenceRow } from '../../../src/contexts/reconciliation/reconciliations.store.js';
import { kobo } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { BACKENDS } from '../../support/backend.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';
import { inPortions, type PlantedMonth, plantMonth } from './planted-month.js';

type Wire = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- DATA has another shape for each type

describe.each(BACKENDS)('reconciliation of purchases on %s', (backend) => {
  const FIRST = '2026-10-05';
  let staff: StaffFixture;
  let accountant: Staff;
  let database: Database;
  let reconcileDay: ReconcileDay;
  let month: PlantedMonth;

  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    accountant = await staff.hire('otherControl.fiatCurency');
    database = staff.service.app.get(Database);
    reconcileDay = staff.service.app.get(ReconcileDay, { strict: false });
    month = await plantMonth(database, { firstDay: FIRST, days: 3, count: 909 });
  });
  afterAll(() => staff.close());

  const reconcile = (day: string, lines = month.files.get(day)!) =>
    reconcileDay.execute({ provider: 'sandbox', day, file: inPortions(lines) });
  const fetch = async (query: Record<string, string | number>): Promise<Wire> => {
    const { body } = await staff.get('control_reconciliation_fetch', accountant, query);
    if (body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(body));
    return body.DATA as Wire;
  };
  const logsOf = async (day: string) =>
    (await database.repository(SystemLogRow).find()).filter(({ logKey }) => logKey.startsWith(`reconciliation:sandbox:${day}:`));
  async function differencesOf(day: string): Promise<Wire[]> {
    const found: Wire[] = [];
    for (let page: string | undefined; page !== '';) {
      const data = await fetch({ rqtp: 'mk', rqvl: `sandbox:${day}`, ...(page === undefined ? {} : { page }) });
      found.push(...((data['result'] as Wire[])[0]!['differences'] as Wire[]));
      page = data['pagination'] as string;
    }
    return found;
  }

  it('finds every difference that was planted, and no other, and tells staff once for each kind', async () => {
    const found: string[] = [];
    for (const day of month.files.keys()) {
      const result = await reconcile(day);
      const differences = await differencesOf(day);
      found.push(...differences.map(({ kind, reference }) => `${kind} ${reference}`));
      expect(result.missingHere + result.missingThere + result.differing).toBe(differences.length);
      expect(await logsOf(day)).toHaveLength(new Set(differences.map(({ kind }) => kind as string)).size);
    }
    expect(found.toSorted()).toEqual([...month.expected].toSorted());
  });

  it('shows a day with its counts and both sides of each difference', async () => {
    const [day] = (await fetch({ rqtp: 'day', rqvl: FIRST }))['result'] as Wire[];
    expect(day).toMatchObject({ marker: `sandbox:${FIRST}`, provider: 'sandbox', day: FIRST, status: 'differing' });
    // Each of the three days has three turns; one purchase of a turn crosses midnight, another is not listed until the next day.
    expect(day!['missing_here']).toBe(3);
    const amount = (await differencesOf(FIRST)).find(({ reference }) => reference === 'REF00000003');
    expect(amount).toMatchObject({
      kind: 'amount',
      transaction_id: 'T3',
      our_amount: 103,
      their_amount: 153,
      our_status: 'completed',
      their_status: 'delivered',
    });
    const days = (await fetch({ rqtp: 'all' }))['result'] as Wire[];
    expect(days.map((entry) => entry['day'] as string).toSorted()).toEqual([...month.files.keys()].toSorted());
    expect((await fetch({ rqtp: 'day', rqvl: 'sandbox' }))['result']).toHaveLength(days.length);
    expect(failed(await staff.get('control_reconciliation_fetch', accountant, { rqtp: 'mk', rqvl: 'no' }))).toMatchObject({
      code: 404,
    });
  });

  it('replaces the result of a repeated day, and tells only what is new', async () => {
    const before = (await logsOf(FIRST)).length;
    const shown = await differencesOf(FIRST);
    expect((await reconcile(FIRST)).news).toEqual([]);
    expect(await logsOf(FIRST)).toHaveLength(before);
    const contents = ({ recorded: _, ...difference }: Wire) => difference;
    expect((await differencesOf(FIRST)).map(contents)).toEqual(shown.map(contents));

    const lines = month.files.get(FIRST)!;
    const [ordinary] = lines.filter(({ reference }) => reference === 'REF00000050');
    const corrected = lines.filter(({ reference }) => reference !== 'shop/2' && reference !== 'REF00000050');
    const { news, missingHere } = await reconcile(FIRST, [...corrected, { ...ordinary!, amountKobo: kobo(1_000) }]);
    expect(missingHere).toBe(2);
    expect(news).toMatchObject([{ kind: 'amount', count: 1, references: ['REF00000050'] }]);
    const told = (await logsOf(FIRST)).map(({ description }) => description);
    expect(told).toHaveLength(before + 1);
    expect(told.filter((text) => text.includes('1 purchase listed there with another amount'))).toHaveLength(1);
    expect(await database.repository(ReconciliationDifferenceRow).countBy({ reference: 'shop/2' })).toBe(0);
  });

  it('waits for whoever keeps the books until staff explain it, and again once something else differs', async () => {
    await reconcile(FIRST);
    const reqv = `sandbox:${FIRST}`;
    const waiting = async () => {
      const kinds = (await staff.get('control_work_queue', accountant)).body.DATA as unknown as Wire[];
      const { count, items } = kinds.find(({ kind }) => kind === 'reconciliation')!;
      return { count: count as number, markers: (items as Wire[]).map(({ marker }) => marker as string) };
    };
    const statusOf = async () => (await fetch({ rqtp: 'mk', rqvl: reqv }))['result'][0].status as string;
    const recordedOf = async () => (await fetch({ rqtp: 'mk', rqvl: reqv }))['result'][0].recorded as string;
    const recorded = await recordedOf();
    const explain = (body: object, as = accountant) => staff.post('control_reconciliation_explain', as, { recorded, ...body });
    const before = await waiting();
    expect(before.markers).toContain(reqv);
    const note = 'Claimed by letter';
    const reader = await staff.hire('StatsControl.tradHistory');
    expect(failed(await explain({ reqv, note }, reader))).toMatchObject({ status: 403, id: 'lacking_permission' });
    expect(failed(await explain({ reqv }))).toMatchObject({ status: 400, id: 'note_required' });
    expect(failed(await explain({ reqv: 'sandbox:2020-01-01', note }))).toMatchObject({ code: 404 });
    expect((await explain({ reqv, note })).body.REQUEST.STATUS).toBe('OK');
    expect(failed(await explain({ reqv, note }))).toMatchObject({ status: 409, id: 'nothing_differs' });
    expect(await waiting()).toMatchObject({ count: before.count - 1, markers: expect.not.arrayContaining([reqv]) as string[] });
    const told = (await staff.get('control_timeline_fetch', accountant, { rqvl: `reconciliation:${reqv}` })).body.DATA;
    expect(told as unknown as Wire[]).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'Explained the differences', detail: note }) as Wire]),
    );

    await reconcile(FIRST);
    expect(await statusOf()).toBe('explained');
    const [first, ...others] = month.files.get(FIRST)!;
    await reconcile(FIRST, [{ ...first!, amountKobo: kobo(first!.amountKobo + 700) }, ...others]);
    expect(await statusOf()).toBe('differing');
    expect((await waiting()).markers).toContain(reqv);
  });

  it('is not explained by who saw another result', async () => {
    const day = '2026-10-07';
    const reqv = `sandbox:${day}`;
    const shown = async () => (await fetch({ rqtp: 'mk', rqvl: reqv }))['result'][0] as Wire;
    const explain = (recorded?: string) =>
      staff.post('control_reconciliation_explain', accountant, { reqv, recorded, note: 'Claimed by letter' });
    await reconcile(day);
    const seen = await shown();
    const [first, ...others] = month.files.get(day)!;
    await reconcile(day, [{ ...first!, amountKobo: kobo(first!.amountKobo + 900) }, ...others]);
    expect(failed(await explain(seen['recorded'] as string))).toMatchObject({ status: 409, id: 'compared_again' });
    expect(failed(await explain())).toMatchObject({ status: 400, id: 'recorded_required' });
    expect(failed(await explain('today'))).toMatchObject({ status: 400, id: 'recorded_invalid' });
    const now = await shown();
    expect(now['status']).toBe('differing');
    expect((await explain(now['recorded'] as string)).body.REQUEST.STATUS).toBe('OK');
  });

  it('refuses a file of another day, a provider without a file, and one that is not in use', async () => {
    const other = month.files.get('2026-10-07')!;
    await expect(reconcile('2026-10-06', other.slice(50, 60))).rejects.toMatchObject({
      failure: 'reconciliation.file_of_another_day',
    });
    const provider = staff.service.app.get(BillerProviders, { strict: false }).find('sandbox')!;
    Object.assign(provider, { transactions: () => undefined });
    await expect(reconcileDay.execute({ provider: 'sandbox', day: FIRST })).rejects.toMatchObject({
      failure: 'reconciliation.file_needed',
    });
    await expect(reconcileDay.execute({ provider: 'nobody', day: FIRST })).rejects.toMatchObject({
      failure: 'reconciliation.unknown_provider',
    });
  });
});
