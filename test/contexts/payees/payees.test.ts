import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Payees } from '../../../src/contexts/payees/payees.js';
import { UnitOfWork } from '../../../src/kernel/unit-of-work.js';
import { SealedRows } from '../../../src/platform/crypto/sealed-rows.js';
import { Database } from '../../../src/platform/database/database.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { naira } from '../../../src/kernel/money.js';
import { movement } from '../../support/ledger-fixture.js';
import { changeRow } from '../../support/change-row.js';
import { until } from '../../support/until.js';
import { AIRTIME } from '../purchases/support.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';

type Wire = Record<string, unknown>;

const BEGIN = 1_700_000_000_000;

describe.each(ONE_BACKEND)('payees on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { RATE_LIMIT_SCALE: '100' });
    [ada, obi] = [await customer(), await customer()];
  });
  afterAll(() => service.close());

  async function customer(): Promise<TestUser> {
    const user = await service.register();
    await service.app.get(Ledger, { strict: false }).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(1)));
    return user;
  }
  const rows = <Row extends object>(sql: string, ...values: string[]) =>
    service.app.get(Database, { strict: false }).rows<Row>(sql, values);
  const create = (body: object, as = ada) => service.client.post('user_payee_create', { as, body });
  const fetch = (query: Record<string, string>, as = ada) => service.client.get('user_payee_fetch', { as, query });
  const update = (body: object, as = ada) => service.client.call('user_payee_update', { method: 'PATCH', as, body });
  const remove = (reqv: string, as = ada) => service.client.call('user_payee_remove', { method: 'DELETE', as, query: { reqv } });
  const idOf = async (body: object, as = ada): Promise<string> => (await create(body, as)).body.DATA.MKID as string;
  const bank = (account: string, label = 'Rent') => ({ kind: 'bank', label, code: 'gtbank', account });
  const CUSTOMER = {
    kind: 'customer',
    label: 'My phone',
    billerId: 'mtn-airtime',
    itemId: 'mtn-airtime-vtu',
    customerId: '08031234567',
  };

  it('are saved in three kinds, of which the owner is told', async () => {
    const made = [
      await create(bank('0123456789')),
      await create({ kind: 'user', label: 'Brother', email: obi.email }),
      await create(CUSTOMER),
    ];
    expect(made.map(({ status, body }) => [status, typeof body.DATA.MKID])).toEqual([
      [200, 'string'],
      [200, 'string'],
      [200, 'string'],
    ]);
    const all = (await fetch({ rqtp: 'all' })).body.DATA.result as Wire[];
    expect(all.map(({ kind, label, used, status }) => [kind, label, used, status])).toEqual([
      ['customer', 'My phone', 0, 'active'],
      ['user', 'Brother', 0, 'active'],
      ['bank', 'Rent', 0, 'active'],
    ]);
    expect(all[2]).toMatchObject({ code: 'gtbank', bank: 'Guaranty Trust Bank', account: '0123456789' });
    const notices = await rows<{ message: string }>(
      "SELECT message FROM notice WHERE user_id = ? AND subject = 'New payee'",
      ada.userid,
    );
    expect(notices).toHaveLength(3);
    expect(notices.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('Guaranty Trust Bank, ***6789, was saved'),
    );
    expect(JSON.stringify(notices)).not.toContain('Brother');
  });

  it('are found by kind, marker and a part of label or name, and only by their owner', async () => {
    const [found] = (await fetch({ rqtp: 'name', rqvl: 'broth' })).body.DATA.result as Wire[];
    expect(found).toMatchObject({ kind: 'user', email: obi.email });
    expect((await fetch({ rqtp: 'customer' })).body.DATA.result).toHaveLength(1);
    const marker = found!['marker'] as string;
    expect((await fetch({ rqtp: 'mk', rqvl: marker })).body.DATA.result).toHaveLength(1);
    expect([(await fetch({ rqtp: 'mk', rqvl: marker }, obi)).status, (await remove(marker, obi)).status]).toEqual([404, 404]);
    expect((await update({ reqv: marker, label: 'Mine' }, obi)).status).toBe(404);
  });

  it.each([
    ['the same again', bank('0123456789'), 'payee_exists'],
    ['an account that is not there', bank('0123450404'), 'account_not_found'],
    ['a bank that is not there', { ...bank('0123456789'), code: 'nowhere' }, 'bank_not_found'],
    ['an account of nine digits', bank('012345678'), 'account_invalid'],
    ['fields of two kinds', { ...bank('0123456780'), email: 'a@example.com' }, 'payee_invalid'],
    ['too few fields', { kind: 'customer', label: 'x', billerId: 'mtn-airtime' }, 'payee_invalid'],
    ['nobody', { kind: 'user', label: 'x', email: 'nobody@example.com' }, 'recipient_not_found'],
    ['an item of another biller', { ...CUSTOMER, billerId: 'glo-airtime' }, 'itemId_invalid'],
  ])('are not saved of %s', async (_, body, id) => {
    expect((await create(body)).body.ERRORS.ID).toBe(id);
  });

  it('are not saved of oneself', async () => {
    expect((await create({ kind: 'user', label: 'x', email: ada.email })).body.ERRORS.ID).toBe('payee_self');
  });

  it('come first when they were used last', async () => {
    const payees = service.app.get(Payees);
    const [last] = ((await fetch({ rqtp: 'all' })).body.DATA.result as Wire[]).slice(-1);
    await payees.used(ada.userid, last!['marker'] as string);
    const [first] = (await fetch({ rqtp: 'all' })).body.DATA.result as Wire[];
    expect(first).toMatchObject({ marker: last!['marker'], used: 1 });
  });

  it('of users and customers are used by whoever pays them, however they are named', async () => {
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(10_000)));
    const { customerId: phone } = CUSTOMER;
    const bought = await service.client.post('service_airtime_purchase', { as: ada, body: { ...AIRTIME, amount: 500, phone } });
    expect(bought.status).toBe(200);
    for (let time = 0; time < 2; time++)
      await service.client.post('user_transfer_create', { as: ada, body: { email: obi.email, amount: 100, messge: 'Again' } });
    await until(async () => {
      const [first, second] = (await fetch({ rqtp: 'all' })).body.DATA.result as Wire[];
      return first!['kind'] === 'user' && first!['used'] === 2 && second!['kind'] === 'customer' && second!['used'] === 1;
    });
    expect((await fetch({ rqtp: 'bank' })).body.DATA.result).toEqual([expect.objectContaining({ used: 1 })]);
  });

  it('are resolved again when they are used, and paid under another name only once that is confirmed', async () => {
    const payees = service.app.get(Payees);
    const same = await idOf(bank('0123456000', 'Same'));
    expect(await payees.useBank(ada.userid, same)).toMatchObject({ account: '0123456000', bank: { code: 'gtbank' } });
    const marker = await idOf(bank('0123456001', 'Other'));
    await changeRow(service.app, 'payee', marker, { name: 'NAME OF BEFORE' });
    for (let time = 0; time < 2; time++)
      await expect(payees.useBank(ada.userid, marker)).rejects.toMatchObject({ failure: 'payees.name_changed' });
    const [shown] = (await fetch({ rqtp: 'mk', rqvl: marker })).body.DATA.result as Wire[];
    expect(shown).toMatchObject({ name: 'NAME OF BEFORE', status: 'name_changed', changed: expect.stringMatching(/\w/) });
    expect((await update({ reqv: marker, name: 'NAME OF BEFORE' })).body.ERRORS.ID).toBe('account_name_changed');
    expect((await update({ reqv: marker, name: shown!['changed'] })).status).toBe(200);
    expect(await payees.useBank(ada.userid, marker)).toMatchObject({ name: shown!['changed'] });
  });

  it('of other kinds and of others are no accounts to pay', async () => {
    const payees = service.app.get(Payees);
    const [phone] = (await fetch({ rqtp: 'customer' })).body.DATA.result as Wire[];
    await expect(payees.useBank(ada.userid, phone!['marker'] as string)).rejects.toMatchObject({ failure: 'payees.not_a_bank' });
    await expect(payees.useBank(obi.userid, phone!['marker'] as string)).rejects.toMatchObject({ failure: 'payees.no_payee' });
  });

  it('are read by staff who see the details of users, and by no others', async () => {
    const clerk = await signInStaff(service, 'userControl.viewDetails', 'userControl.showEmailAd');
    const read = (as: TestUser, uxid = ada.userid) => service.client.get('control_payee_fetch', { as, query: { uxid } });
    const seen = (await read(clerk)).body.DATA.result as Wire[];
    expect(seen).toEqual((await fetch({ rqtp: 'all' })).body.DATA.result);
    expect(seen.find(({ kind }) => kind === 'user')).toMatchObject({ email: obi.email });
    expect((await read(clerk, obi.userid)).status).toBe(404);
    expect((await read(await signInStaff(service, 'userControl.transaction'))).status).toBe(403);
  });

  it('are labelled anew and removed', async () => {
    const marker = await idOf(bank('0123456100', 'Old'));
    expect((await update({ reqv: marker })).status).toBe(400);
    expect((await update({ reqv: marker, label: 'New' })).status).toBe(200);
    expect((await fetch({ rqtp: 'name', rqvl: 'new' })).body.DATA.result).toHaveLength(1);
    expect([(await remove(marker)).status, (await remove(marker)).status]).toEqual([200, 404]);
  });

  it('and who was paid: the owner is told of the first payment to an account, once', async () => {
    const { app } = service;
    await rows('UPDATE user_account SET email_verified = 1 WHERE id = ?', obi.userid);
    const paid = () =>
      app.get(UnitOfWork).run(() => app.get(Payees).paid(obi.userid, { bankCode: 'gtbank', account: '0123456789', name: 'ADA' }));
    await paid();
    await paid();
    const told = await rows<{ message: string }>(
      "SELECT message FROM notice WHERE user_id = ? AND subject LIKE 'First%'",
      obi.userid,
    );
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('Guaranty Trust Bank, ***6789')]);
  });

  it('are two hundred at most', async () => {
    await rows('DELETE FROM payee WHERE user_id = ?', obi.userid);
    const values = Array.from(
      { length: 200 },
      (_, n) =>
        `('p${n}', '${obi.userid}', 'bank x ${n}', 'bank', 'x', 'x', 'gtbank', '1', '', '', '', '', '', '', 0, ${BEGIN + n}, ${BEGIN + n})`,
    );
    await rows(
      `INSERT INTO payee (id, user_id, identity, kind, label, name, bank_code, account, receiver_id, email, biller_id, item_id, customer_id, changed_name, used, used_at, recorded) VALUES ${values.join()}`,
    );
    await service.app.get(SealedRows, { strict: false }).sealAll();
    expect((await create(bank('0123456789'), obi)).body.ERRORS.ID).toBe('payee_limit');
    const first = (await fetch({ rqtp: 'all' }, obi)).body.DATA;
    expect([first.result.length, first.pagination]).toEqual([50, String(BEGIN + 150)]);
    expect((await fetch({ rqtp: 'all', page: String(BEGIN + 150) }, obi)).body.DATA.result[0]).toMatchObject({ marker: 'p149' });
  });
});
