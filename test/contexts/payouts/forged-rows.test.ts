import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SandboxPayoutProvider } from '../../../src/contexts/banks/adapters/sandbox/sandbox-payout-provider.js';
import { Payouts } from '../../../src/contexts/payouts/payouts.js';
import { ReconcileDay } from '../../../src/contexts/reconciliation/reconcile-day.js';
import { Reconciliations } from '../../../src/contexts/reconciliation/reconciliations.js';
import { kobo } from '../../../src/kernel/money.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { BACKENDS } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { PayoutDesk } from './support.js';

const THIEF = '9876543210';
const STILL_PENDING = '1234560007';

/** With the rights of the serving database user. */
describe.each(BACKENDS)('rows of payouts that SQL changed, on %s', (backend) => {
  let desk: PayoutDesk;
  beforeAll(async () => {
    desk = await PayoutDesk.open(backend);
  });
  afterAll(() => desk.service.close());

  const rail = () => desk.service.app.get(SandboxPayoutProvider, { strict: false });
  const toldStaff = async (id: string) =>
    (await desk.rows('SELECT id FROM system_log WHERE log_key = ?', `payout.hold:${id}`)).length > 0;

  it.each([
    ['that is paid', '1234567890', 'complete'],
    ['that failed', '1234560002', 'failed'],
  ])('send nothing to the bank, of a payout %s', async (_, account, status) => {
    const payer = await desk.payer();
    const id = (await desk.pay(payer, account)).body.DATA.transact as string;
    await desk.becomes(payer, id, status);
    const [before] = await desk.rows<Record<string, string | number>>('SELECT * FROM payout WHERE id = ?', id);
    const submit = vi.spyOn(rail(), 'submit');
    await desk.rows(
      "UPDATE payout_attempt SET reference = 'x', state = 'waiting', submit_at = 1, approved_at = NULL WHERE payout_id = ?",
      id,
    );
    await desk.rows(
      `UPDATE payout SET reference = 'x', status = 'pending', account = '${THIEF}', amount_kobo = 90000000, queries = 0,
         next_query_at = 1 WHERE id = ?`,
      id,
    );
    await until(() => toldStaff(id));
    expect(submit.mock.calls).toEqual([]);
    submit.mockRestore();
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id } });
    const { reference, amount_kobo: amount } = before!;
    await desk.rows('UPDATE payout_attempt SET reference = ?, state = ? WHERE payout_id = ?', reference!, 'submitted', id);
    await desk.rows(
      'UPDATE payout SET reference = ?, status = ?, account = ?, amount_kobo = ?, next_query_at = NULL WHERE id = ?',
      reference!,
      before!['status']!,
      account,
      amount!,
      id,
    );
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it('send nothing again under a reference that the bank does not know', async () => {
    const payer = await desk.payer();
    const id = (await desk.pay(payer, STILL_PENDING)).body.DATA.transact as string;
    await desk.rows('UPDATE payout SET account = ? WHERE id = ?', THIEF, id);
    vi.spyOn(rail(), 'query').mockResolvedValueOnce({ status: 'not_found', raw: { code: '25', message: 'not known' } });
    vi.spyOn(rail(), 'capabilities', 'get').mockReturnValue({ ...rail().capabilities, resubmitsSafely: true });
    const submit = vi.spyOn(rail(), 'submit');
    await desk.ask(id);
    expect(submit.mock.calls).toEqual([]);
    expect(await toldStaff(id)).toBe(true);
    vi.restoreAllMocks();
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id, column: 'reference' } });
    await desk.rows('UPDATE payout SET account = ? WHERE id = ?', STILL_PENDING, id);
    await desk.decide(id, 'failed');
    expect(await desk.balance(payer)).toBe(100_000);
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it.each(['account_name', 'bank_code'])('are named by the verification where %s is another one', async (column) => {
    const payer = await desk.payer();
    const id = (await desk.pay(payer, '1234567890')).body.DATA.transact as string;
    const { payout } = (await desk.service.app.get(Payouts, { strict: false }).find(id))!;
    await desk.rows(`UPDATE payout SET ${column} = 'other' WHERE id = ?`, id);
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id, column: 'reference' } });
    await desk.rows(`UPDATE payout SET ${column} = ? WHERE id = ?`, column === 'bank_code' ? payout.bankCode : payout.name, id);
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it.each([
    ['payout', 'account', '1234567890'],
    ['payout_attempt', 'bank_code', undefined],
  ])('are named by the reconciliation where %s.%s is not what the bank paid', async (table, column, account = '1234567890') => {
    const id = (await desk.pay(await desk.payer(), account)).body.DATA.transact as string;
    const { payout, attempt } = (await desk.service.app.get(Payouts, { strict: false }).find(id))!;
    const day = lagosDate(payout.createdAt);
    const reconcile = () => desk.service.app.get(ReconcileDay, { strict: false }).execute({ provider: 'sandbox-payouts', day });
    const differing = async () => {
      const reconciliations = desk.service.app.get(Reconciliations, { strict: false });
      const { items } = await reconciliations.differences((await reconcile()).id, { before: undefined, size: 100 });
      return items.filter(({ kind }) => kind === 'destination');
    };
    expect(await differing()).toEqual([]);
    const key = table === 'payout' ? 'id' : 'payout_id';
    await desk.rows(`UPDATE ${table} SET ${column} = '${THIEF}' WHERE ${key} = ?`, id);
    expect(await differing()).toMatchObject([
      { reference: attempt.reference, note: expect.stringContaining(`to ${account} at ${attempt.bankCode}, not to`) },
    ]);
    expect((await reconcile()).differing).toBe(1);
    const right = column === 'account' ? account : attempt.bankCode;
    await desk.rows(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, right, id);
    expect(await differing()).toEqual([]);
  });

  it('agree after a return of which the provider keeps no fee', async () => {
    const payer = await desk.payer();
    const id = (await desk.pay(payer, '1234560003')).body.DATA.transact as string;
    const raw = { code: '00', message: 'returned' };
    vi.spyOn(rail(), 'query').mockResolvedValueOnce({ status: 'reversed', raw, feeKobo: kobo(0) });
    await desk.ask(id);
    vi.restoreAllMocks();
    expect((await desk.payout(payer, id))['status']).toBe('returned');
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it('give no fee back of a return by a cost that SQL made smaller', async () => {
    const payer = await desk.payer();
    const id = (await desk.pay(payer, '1234560003')).body.DATA.transact as string;
    const [row] = await desk.rows<{ cost: number | string }>('SELECT cost_kobo AS cost FROM payout WHERE id = ?', id);
    await desk.rows('UPDATE payout SET cost_kobo = 0 WHERE id = ?', id);
    await desk.decide(id, 'returned');
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id, column: 'cost_kobo' } });
    await desk.rows('UPDATE payout SET cost_kobo = ? WHERE id = ?', Number(row!.cost), id);
    expect(await desk.verify()).toMatchObject({ ok: true });
    const [kept] = await desk.rows<{ sum: number | string }>(
      `SELECT SUM(amount_kobo) AS sum FROM posting JOIN journal ON journal.id = posting.journal_id
       WHERE journal.subject = ? AND account_id LIKE 'system:costs:%'`,
      id,
    );
    expect(Number(kept!.sum)).toBe(-Number(row!.cost));
  });

  it('keep no return from its end by a cost that was never taken', async () => {
    const payer = await desk.payer();
    const id = (await desk.pay(payer, '1234560003')).body.DATA.transact as string;
    const [row] = await desk.rows<{ cost: number | string }>('SELECT cost_kobo AS cost FROM payout WHERE id = ?', id);
    await desk.rows('UPDATE payout SET cost_kobo = 900000 WHERE id = ?', id);
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id, column: 'cost_kobo' } });
    await desk.decide(id, 'returned');
    expect((await desk.payout(payer, id))['status']).toBe('returned');
    expect(await desk.balance(payer)).toBe(100_000);
    await desk.rows('UPDATE payout SET cost_kobo = ? WHERE id = ?', Number(row!.cost), id);
    expect(await desk.verify()).toMatchObject({ ok: true });
  });
});
