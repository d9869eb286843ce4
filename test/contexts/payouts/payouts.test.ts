import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SandboxPayoutProvider } from '../../../src/contexts/banks/adapters/sandbox/sandbox-payout-provider.js';
import { type Kobo, naira } from '../../../src/kernel/money.js';
import { FEES_ACCOUNT, providerClearing, providerCosts, providerHeld } from '../../../src/ledger/index.js';
import { Payouts } from '../../../src/contexts/payouts/payouts.js';
import { TimelineSources } from '../../../src/contexts/staff/records/records.js';
import { BACKENDS } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { PayoutDesk } from './support.js';

/** For 20,000 Naira: payout fee, stamp duty and VAT. */
const TOTAL = 20_076.88;

describe.each(BACKENDS)('payouts on %s', (backend) => {
  let desk: PayoutDesk;
  let ada: TestUser;
  beforeAll(async () => {
    desk = await PayoutDesk.open(backend, { CHARGES: 'nigeria-2026' });
    ada = await desk.payer();
  });
  afterAll(() => desk.service.close());

  const rail = () => desk.service.app.get(SandboxPayoutProvider, { strict: false });
  const books = () =>
    Promise.all([providerClearing('sandbox'), providerCosts('sandbox')].map((account) => desk.accountKobo(account)));
  const changesSince = async (before: readonly number[]) => (await books()).map((balance, index) => balance - before[index]!);
  const idOf = async (answer: ReturnType<PayoutDesk['pay']>) => (await answer).body.DATA.transact as string;
  const notices = async (user: TestUser) =>
    ((await desk.service.client.get('user_notice_fetch', { as: user })).body.DATA.result as { readonly subject: string }[]).map(
      ({ subject }) => subject,
    );

  it('cost what is quoted', async () => {
    const { body } = await desk.service.client.get('user_payout_quote', { as: ada, query: { code: 'gtbank', amount: '20000' } });
    expect(body.DATA).toMatchObject({ amount: 20_000, fee: 25, duty: 50, vat: 1.88, total: TOTAL });
  });

  it('are refused to a bank, an amount or an account that cannot be paid', async () => {
    const name = await desk.resolve(ada, '1234567890');
    const given = { account: '1234567890', name };
    const refused = async (body: object) => (await desk.create(ada, body as Record<string, unknown>)).body.ERRORS.ID as string;
    expect(await refused({ ...given, code: 'nowhere' })).toBe('account_unresolved');
    expect(await refused({ ...given, account: '123' })).toBe('account_invalid');
    expect(await refused({ ...given, account: '9999999999' })).toBe('account_unresolved');
    expect(await refused({ ...given, amount: 99.99 })).toBe('amount_minimum');
    expect(await refused({ ...given, amount: 5_000_000.01 })).toBe('amount_maximum');
    expect(await refused({ account: '1234567890' })).toBe('account_required');
    expect(await refused({ ...given, amount: 4_000_000 })).toBe('insufficient_funds');
  });

  it('are paid at once, with the charges of the law and the fee of the provider in the books', async () => {
    const payer = await desk.payer();
    const accounts = [providerHeld('sandbox'), providerClearing('sandbox'), providerCosts('sandbox'), FEES_ACCOUNT];
    const balances = () => Promise.all(accounts.map((account) => desk.accountKobo(account)));
    const before = await balances();
    const { body } = await desk.pay(payer, '1234567890', { messge: 'Rent' });
    expect(body.DATA).toMatchObject({ status: 'complete', total: TOTAL });
    expect(await desk.balance(payer)).toBe(100_000 - TOTAL);
    const after = await balances();
    const changes = after.map((balance, index) => balance - before[index]!);
    expect(changes).toEqual([0, naira(20_025), -naira(25), naira(25)]);
    const payout = await desk.payout(payer, body.DATA.transact as string);
    expect(payout).toMatchObject({ code: 'gtbank', account: '1234567890', note: 'Rent', status: 'complete', reason: '' });
    expect(payout['session']).toMatch(/^[0-9]{30}$/);
    await desk.service.settled();
    expect(await notices(payer)).toContain('Payout sent');
    expect(await desk.verify()).toMatchObject({ ok: true });
    const id = body.DATA.transact as string;
    const [{ charges }] = (await desk.rows<{ charges: string }>('SELECT charges FROM payout WHERE id = ?', id)) as [
      { charges: string },
    ];
    const setCharges = (text: string) => desk.rows('UPDATE payout SET charges = ? WHERE id = ?', text, id);
    await setCharges(charges.replace('payout_fee', 'vat'));
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id, column: 'charges' } });
    await setCharges(charges);
  });

  it('to another name than the bank tells are refused with the name', async () => {
    const first = await desk.resolve(ada, '1234560888');
    const now = await desk.resolve(ada, '1234560888');
    const { body } = await desk.create(ada, { account: '1234560888', name: first });
    expect(body.ERRORS).toMatchObject({ ID: 'account_name_changed' });
    expect(body.ERRORS.DETAILS).toContain(now);
  });

  it('of the same amount to the same account within minutes are asked about', async () => {
    const payer = await desk.payer();
    await desk.pay(payer, '2234567890');
    const repeated = await desk.pay(payer, '2234567890');
    expect([repeated.status, repeated.body.ERRORS.ID]).toEqual([409, 'payout_repeated']);
    expect((await desk.pay(payer, '2234567890', { again: true })).body.DATA.status).toBe('complete');
    expect(await desk.balance(payer)).toBeCloseTo(100_000 - 2 * TOTAL, 2);
  });

  it('of the same amount to the same account at the same instant are asked about, all but one', async () => {
    const payer = await desk.payer(200_000);
    const name = await desk.resolve(payer, '3234567890');
    const pay = (more: object = {}) => desk.create(payer, { account: '3234567890', name, ...more });
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay()));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
    const again = await Promise.all([1, 2, 3].map(() => pay({ again: true })));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await desk.balance(payer)).toBeCloseTo(200_000 - 4 * TOTAL, 2);
  });

  it('that fail give everything back, and say so', async () => {
    const payer = await desk.payer();
    const id = await idOf(desk.pay(payer, '1234560002'));
    await desk.becomes(payer, id, 'failed');
    expect(await desk.balance(payer)).toBe(100_000);
    expect((await desk.payout(payer, id))['reason']).toBe('Transaction not permitted');
    await desk.service.settled();
    expect(await notices(payer)).toContain('Payout failed');
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it('are processing until the rail says more, and hold their money', async () => {
    const payer = await desk.payer();
    const later = await desk.pay(payer, '1234560001');
    expect(later.body.DATA.status).toBe('processing');
    await desk.becomes(payer, later.body.DATA.transact as string, 'complete');
    const id = await idOf(desk.pay(payer, '1234560007'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await desk.payout(payer, id))['status']).toBe('processing');
    expect(await desk.balance(payer)).toBeCloseTo(100_000 - 2 * TOTAL, 2);
    await desk.decide(id, 'failed');
    expect((await desk.payout(payer, id))['status']).toBe('failed');
    expect(await desk.balance(payer)).toBe(100_000 - TOTAL);
  });

  it('that the rail gives back are credited with all their charges, once', async () => {
    const payer = await desk.payer();
    const id = await idOf(desk.pay(payer, '1234560003'));
    expect(await desk.balance(payer)).toBe(100_000 - TOTAL);
    const before = await books();
    await desk.decide(id, 'returned');
    await desk.ask(id);
    expect((await desk.payout(payer, id))['status']).toBe('returned');
    expect(await desk.balance(payer)).toBe(100_000);
    // The provider keeps its fee.
    expect(await changesSince(before)).toEqual([-naira(20_000), 0]);
    await desk.service.settled();
    expect(await notices(payer)).toContain('Payout returned');
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it('that come back with a smaller fee than the provider took cost us no more than that', async () => {
    const before = await books();
    const payer = await desk.payer();
    const id = await idOf(desk.pay(payer, '1234560003'));
    expect(await changesSince(before)).toEqual([naira(20_025), -naira(25)]);
    const raw = { code: '21', message: 'Returned by the receiving bank' };
    vi.spyOn(rail(), 'query').mockResolvedValueOnce({ status: 'reversed', raw, feeKobo: naira(10) });
    await desk.ask(id);
    expect(await desk.balance(payer)).toBe(100_000);
    expect(await changesSince(before)).toEqual([naira(10), -naira(10)]);
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it('take a session and the fee that was told last, also after the end', async () => {
    const submit = rail().submit.bind(rail());
    vi.spyOn(rail(), 'submit').mockImplementationOnce(async (...given) => {
      const { feeKobo: _, sessionId: __, ...told } = await submit(...given);
      return told;
    });
    const before = await books();
    const payer = await desk.payer();
    const id = await idOf(desk.pay(payer, '6634567890'));
    expect(await desk.payout(payer, id)).toMatchObject({ status: 'complete', session: '' });
    expect(await changesSince(before)).toEqual([naira(20_000), 0]);
    await Promise.all([desk.ask(id), desk.ask(id)]);
    await desk.ask(id);
    expect((await desk.payout(payer, id))['session']).toMatch(/^[0-9]{30}$/);
    expect(await changesSince(before)).toEqual([naira(20_025), -naira(25)]);
    expect(await desk.verify()).toMatchObject({ ok: true });
    const [source] = desk.service.app.get(TimelineSources, { strict: false }).all.filter(({ name }) => name === 'payouts');
    const timeline = await source!.entriesOf({ kind: 'payout', id });
    const fees = timeline.map(({ what }) => what).filter((what) => what.startsWith('The provider changed'));
    expect(fees).toEqual(['The provider changed what it charged for the payout: 25.00 Naira']);

    const raw = { code: '00', message: 'Approved' };
    const isTold = async (feeKobo: Kobo) => {
      vi.spyOn(rail(), 'query').mockResolvedValueOnce({ status: 'success', raw, feeKobo });
      await desk.ask(id);
      expect(await changesSince(before)).toEqual([naira(20_000) + feeKobo, 0 - feeKobo]);
      expect(await desk.verify()).toMatchObject({ ok: true });
    };
    for (const fee of [30, 0, 25]) await isTold(naira(fee));
    // A row that SQL made smaller is no word on what is booked.
    await desk.rows('UPDATE payout SET cost_kobo = 0 WHERE id = ?', id);
    vi.spyOn(rail(), 'query').mockResolvedValueOnce({ status: 'success', raw, feeKobo: naira(25) });
    await desk.ask(id);
    expect(await changesSince(before)).toEqual([naira(20_025), -naira(25)]);
    expect(await desk.verify()).toMatchObject({ ok: false, wrong: { table: 'payout', key: id, column: 'cost_kobo' } });
    await desk.rows('UPDATE payout SET cost_kobo = 2500 WHERE id = ?', id);
  });

  it('that come back before they were paid cost what the provider keeps', async () => {
    const before = await books();
    const payer = await desk.payer();
    const id = await idOf(desk.pay(payer, '1234560007'));
    const raw = { code: '21', message: 'Returned' };
    vi.spyOn(rail(), 'query').mockResolvedValueOnce({ status: 'reversed', raw, feeKobo: naira(10) });
    await desk.ask(id);
    expect((await desk.payout(payer, id))['status']).toBe('failed');
    expect(await desk.balance(payer)).toBe(100_000);
    expect(await changesSince(before)).toEqual([naira(10), -naira(10)]);
    expect(await desk.verify()).toMatchObject({ ok: true });
  });

  it('are answered the same under one idempotency key', async () => {
    const payer = await desk.payer();
    const name = await desk.resolve(payer, '3334567890');
    const pay = () => desk.create(payer, { account: '3334567890', name }, { idempotencyKey: 'one-payout' });
    const [first, second] = [await pay(), await pay()];
    expect(second.body.DATA).toEqual(first.body.DATA);
    expect(await desk.balance(payer)).toBe(100_000 - TOTAL);
  });

  it('are approved once, of two questions at one time', async () => {
    const id = await idOf(desk.pay(await desk.payer(), '1234560007'));
    const payouts = desk.service.app.get(Payouts, { strict: false });
    const { attempt } = (await payouts.find(id))!;
    const [one, other] = await Promise.all([payouts.approve(attempt), payouts.approve(attempt)]);
    expect([one, other].filter((before) => before === undefined)).toHaveLength(1);
    expect(await payouts.approve(attempt)).toBe(one ?? other);
    await desk.decide(id, 'failed');
  });

  it('are seen by their payer alone', async () => {
    const payer = await desk.payer();
    const id = await idOf(desk.pay(payer, '4434567890'));
    expect((await desk.fetch(ada, 'mk', id)).status).toBe(404);
    expect((await desk.fetch(payer, 'complete')).body.DATA.result).toHaveLength(1);
    expect((await desk.fetch(payer, 'failed')).status).toBe(404);
  });

  it('to a saved payee take its account, resolved again', async () => {
    const payer = await desk.payer();
    const body = { kind: 'bank', label: 'Landlord', code: 'gtbank', account: '5534567890' };
    const payee = (await desk.service.client.post('user_payee_create', { as: payer, body })).body.DATA.MKID as string;
    const paid = await desk.service.client.post('user_payout_create', { as: payer, body: { payee, amount: 500 } });
    expect(paid.body.DATA.status).toBe('complete');
    const none = await desk.service.client.post('user_payout_create', { as: ada, body: { payee, amount: 500 } });
    expect(none.body.ERRORS.ID).toBe('payee_not_found');
  });
});
