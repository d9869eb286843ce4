import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BillerProviders } from '../../../src/contexts/billers/index.js';
import { SandboxTimes } from '../../../src/contexts/billers/adapters/sandbox/scenario.js';
import { AdvancePurchase } from '../../../src/contexts/purchases/advance-purchase.js';
import { ResolvePurchase } from '../../../src/contexts/purchases/index.js';
import { FEES_ACCOUNT, Ledger, providerClearing, providerHeld, VerifyLedger } from '../../../src/ledger/index.js';
import { BACKENDS } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { customerEnding, Shop } from './support.js';

const ACCOUNTS = [providerHeld('sandbox'), providerClearing('sandbox'), FEES_ACCOUNT];

/** Whoever writes SQL beside the service decides nothing about amounts: they are those of the ledger. */
describe.each(BACKENDS)('what a pending purchase holds on %s', (backend) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await Shop.open(backend);
  });
  afterAll(() => shop.service.close());

  const verify = () => shop.service.app.get(VerifyLedger, { strict: false }).execute();

  /** A purchase of 100 Naira that is pending. */
  async function pending(user: TestUser): Promise<string> {
    const { body } = await shop.buyAirtime(user, { phone: customerEnding('0007'), amount: 100 });
    expect(body.DATA.status).toBe('pending');
    return body.DATA.orderId as string;
  }

  it('is what is refunded, whatever its row says, and the altered row is named', async () => {
    const user = await shop.customer(1_000);
    const orderId = await pending(user);
    expect(await verify()).toMatchObject({ ok: true });
    await shop.rows('UPDATE purchase SET amount_kobo = amount_kobo * 1000 WHERE id = ?', orderId);
    const altered = { ok: false, wrong: { table: 'purchase', key: orderId, column: 'amount_kobo' } };
    expect(await verify()).toMatchObject(altered);
    await shop.decide(orderId, 'failed');
    expect(await shop.balance(user)).toBe(1_000);
    expect(await verify()).toMatchObject(altered);
    await shop.rows('UPDATE purchase SET amount_kobo = 10000 WHERE id = ?', orderId);
    expect(await verify()).toMatchObject({ ok: true });
    const [{ charges }] = (await shop.rows<{ charges: string | null }>('SELECT charges FROM purchase WHERE id = ?', orderId)) as [
      { charges: string | null },
    ];
    const more = JSON.stringify([...(JSON.parse(charges ?? '[]') as object[]), { kind: 'vat', amountKobo: 1 }]);
    await shop.rows('UPDATE purchase SET charges = ? WHERE id = ?', more, orderId);
    expect(await verify()).toMatchObject({ ok: false, wrong: { table: 'purchase', key: orderId, column: 'charges' } });
    await shop.rows('UPDATE purchase SET charges = ? WHERE id = ?', charges ?? '[]', orderId);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('is what a completion and a reversal move, whatever the columns of amounts, fees and commission say', async () => {
    const user = await shop.customer(5_000);
    const accounts = () => Promise.all(ACCOUNTS.map((account) => shop.accountKobo(account)));
    const before = await accounts();
    const orderId = await pending(user);
    const [, owed, earned] = await (async () => {
      const honest = await pending(user);
      await shop.decide(honest, 'delivered');
      const after = await accounts();
      return after.map((balance, index) => balance - before[index]!);
    })();
    const altered = `UPDATE purchase SET amount_kobo = 1, charges = '[{"kind":"item_fee","amountKobo":999},{"kind":"surcharge","amountKobo":999}]',
      commission_kobo = 999999 WHERE id = ?`;
    const columns = 'amount_kobo, charges, commission_kobo';
    const [row] = await shop.rows<Record<string, number | null>>(`SELECT ${columns} FROM purchase WHERE id = ?`, orderId);
    await shop.rows(altered, orderId);
    await shop.decide(orderId, 'delivered');
    expect(await accounts()).toEqual([before[0], before[1]! + 2 * owed!, before[2]! + 2 * earned!]);
    await shop.rows(altered, orderId);
    expect(await verify()).toMatchObject({ ok: false, wrong: { table: 'purchase', key: orderId } });
    await shop.decide(orderId, 'reversed');
    expect(await accounts()).toEqual([before[0], before[1]! + owed!, before[2]! + earned!]);
    expect(await shop.balance(user)).toBe(4_900);
    const set = Object.entries(row!).map(([column, value]) => `${column} = ${value}`);
    await shop.rows(`UPDATE purchase SET ${set.join()} WHERE id = ?`, orderId);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('stays held where it would go to somebody else, and staff are told', async () => {
    const [user, thief] = [await shop.customer(1_000), await shop.customer(0)];
    const orderId = await pending(user);
    const logs = () => shop.rows<{ kind: string }>('SELECT kind FROM system_log WHERE log_key = ?', `purchase.hold:${orderId}`);
    await shop.rows('UPDATE purchase SET user_id = ? WHERE id = ?', thief.userid, orderId);
    await shop.decide(orderId, 'failed');
    expect([await shop.balance(user), await shop.balance(thief)]).toEqual([900, 0]);
    expect(await logs()).toEqual([{ kind: 'error' }]);
    expect(await verify()).toMatchObject({ ok: false, wrong: { table: 'purchase', key: orderId, column: 'user_id' } });
    await shop.rows('UPDATE purchase SET user_id = ? WHERE id = ?', user.userid, orderId);
    await shop.ask(orderId);
    expect([await shop.balance(user), await shop.balance(thief)]).toEqual([1_000, 0]);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('ends once, also where SQL makes the purchase pending again and takes its key away', async () => {
    const user = await shop.customer(1_000);
    const [orderId, other] = [await pending(user), await pending(user)];
    await shop.decide(orderId, 'failed');
    expect(await shop.balance(user)).toBe(900);
    await shop.rows("UPDATE purchase SET status = 'pending' WHERE id = ?", orderId);
    for (const trigger of ['money_request_no_update']) await shop.rows(`DROP TRIGGER IF EXISTS ${trigger}`);
    await shop.rows(
      `UPDATE money_request SET request_key = 'renamed'
       WHERE journal_id IN (SELECT id FROM journal WHERE kind = 'refund' AND subject = ?)`,
      orderId,
    );
    await shop.ask(orderId);
    expect(await shop.balance(user)).toBe(900);
    await shop.decide(other, 'failed');
    expect(await shop.balance(user)).toBe(1_000);
  });

  describe('and where SQL changed it before its provider is told', () => {
    const rail = () => shop.service.app.get(BillerProviders, { strict: false }).find('sandbox')!;
    const told = async (id: string) =>
      (await shop.rows('SELECT kind FROM system_log WHERE log_key = ?', `purchase.hold:${id}`)).length === 1;
    const COLUMNS: readonly (readonly [table: 'purchase' | 'purchase_attempt', column: string, value: string])[] = [
      ['purchase', 'customer_id', '08099999999'],
      ['purchase', 'amount_kobo', '90000000'],
      ['purchase_attempt', 'payment_code', 'another'],
      ['purchase_attempt', 'reference', 'another'],
    ];
    const times = () => shop.service.app.get(SandboxTimes, { strict: false });
    let usual: number;
    // So that nothing is due by itself.
    beforeAll(() => {
      usual = times().submitTimeoutMs;
      Object.assign(times(), { submitTimeoutMs: 600_000 });
    });
    afterAll(() => Object.assign(times(), { submitTimeoutMs: usual }));

    async function changed(id: string, [table, column, value]: (typeof COLUMNS)[number], work: () => Promise<void>) {
      const key = table === 'purchase' ? 'id' : 'purchase_id';
      const [row] = await shop.rows<{ was: string | number }>(`SELECT ${column} AS was FROM ${table} WHERE ${key} = ?`, id);
      await shop.rows(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, value, id);
      await work();
      await shop.rows(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, String(row!.was), id);
    }

    it.each(COLUMNS)('%s.%s, nothing is sent, and it is once it is as before', async (...column) => {
      const user = await shop.customer(1_000);
      const gone = vi
        .spyOn(shop.service.app.get(AdvancePurchase), 'submit')
        .mockImplementationOnce((state) => Promise.resolve(state));
      const orderId = await pending(user);
      gone.mockRestore();
      const submit = vi.spyOn(rail(), 'submit');
      await changed(orderId, column, async () => {
        await shop.ask(orderId);
        expect(submit.mock.calls).toEqual([]);
      });
      expect(await told(orderId)).toBe(true);
      await shop.ask(orderId);
      expect(submit.mock.calls.map(([{ amountKobo }]) => amountKobo)).toEqual([10_000]);
      submit.mockRestore();
      await shop.decide(orderId, 'failed');
      expect(await shop.balance(user)).toBe(1_000);
    });

    it.each(COLUMNS)('%s.%s, nothing is sent again under its reference', async (...column) => {
      const user = await shop.customer(1_000);
      const orderId = await pending(user);
      const submit = vi.spyOn(rail(), 'submit');
      const query = vi
        .spyOn(rail(), 'query')
        .mockResolvedValue({ status: 'not_found', raw: { code: '25', message: 'not known' } });
      await changed(orderId, column, () => shop.ask(orderId));
      expect([submit.mock.calls, await told(orderId)]).toEqual([[], true]);
      query.mockRestore();
      submit.mockRestore();
      await shop.decide(orderId, 'failed');
      expect(await shop.balance(user)).toBe(1_000);
    });
  });

  it('cannot be ended by a decision of staff either, who are told why', async () => {
    const user = await shop.customer(1_000);
    const orderId = await pending(user);
    await shop.rows("UPDATE ledger_hold SET shares = '[]' WHERE subject = ?", orderId);
    const resolve = shop.service.app.get(ResolvePurchase);
    const { version } = (await resolve.find(orderId))!;
    const change = (await resolve.change(orderId, version, 'failed', ''))!;
    const idempotencyKey = { scope: 'system', action: 'test', key: orderId, fingerprint: '' };
    const committed = shop.service.app.get(Ledger).commit({ ...change, idempotencyKey, response: '' });
    await expect(committed).rejects.toMatchObject({ failure: 'ledger.hold_mismatch' });
    expect(await shop.balance(user)).toBe(900);
  });
});
