import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CompleteClosing, ClosingObstacles } from '../../../src/contexts/accounts/closing.js';
import { ClosingJobs } from '../../../src/contexts/accounts/accounts.jobs.js';
import { DepositPaymentRow } from '../../../src/contexts/deposits/payments.store.js';
import { Tickets } from '../../../src/contexts/support/tickets.js';
import { Notices } from '../../../src/contexts/notifications/index.js';
import { Ledger, SUSPENSE_ACCOUNT, UNCLAIMED_ACCOUNT } from '../../../src/ledger/index.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { kobo, naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer, Credentials } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { movement } from '../../support/ledger-fixture.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';

describe.each(ONE_BACKEND)('closing an account on %s', (backend) => {
  let issuer: IdTokenIssuer;
  let service: TestApp;
  let obi: TestUser;
  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    service = await startApp(backend, issuer.environment);
    obi = await customer(10_000);
  });
  afterAll(async () => {
    await service.close();
    issuer.stop();
  });

  const post = (action: string, as: Credentials, body: object) => service.client.post(action, { as, body });
  const get = (action: string, as: Credentials, query: Record<string, string> = {}) => service.client.get(action, { as, query });
  const close = (as: TestUser, pswd = as.password) => post('user_account_close', as, { pswd });
  const refusal = ({ status, body }: Answer) => `${status} ${body.ERRORS?.ID}`;
  const logIn = ({ email, password }: TestUser) =>
    service.client.post('user_profile_login', { body: { emal: email, pswd: password, dvty: 'Web', dsnm: `web-${email}` } });
  const pay = (to: TestUser) => post('user_transfer_create', obi, { email: to.email, amount: 50 });
  const count = async (from: string, ...values: string[]) =>
    (await service.app.get(Database).rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`, values))[0]!.n;
  const statusOf = async ({ userid }: TestUser) =>
    (await service.app.get(Database).rows<{ status: string }>('SELECT status FROM user_account WHERE id = ?', [userid]))[0]!
      .status;
  const subjectsTo = async ({ email }: TestUser) => (await mailsTo(service.config.dataDir, email)).map(({ subject }) => subject);
  const complete = ({ userid }: TestUser) => provider(service, CompleteClosing).execute(userid);
  const fund = ({ userid }: TestUser, amount: number) =>
    provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, userid, naira(amount)));

  async function customer(balance = 0, over: Record<string, string> = {}): Promise<TestUser> {
    const user = await service.register(over);
    if (balance > 0) await fund(user, balance);
    return user;
  }
  const letPass = ({ userid }: TestUser, days: number) =>
    service.app
      .get(Database)
      .rows('UPDATE account_closing SET closes_at = closes_at - ? WHERE user_id = ?', [days * DAY_MS, userid]);
  async function due(user: TestUser, work: () => Promise<void>): Promise<void> {
    await close(user);
    await letPass(user, 31);
    await work();
  }

  it('needs the password', async () => {
    const ada = await customer();
    expect(refusal(await close(ada, 'Wrong-horse-7'))).toBe('400 pswd_invalid');
    expect(refusal(await post('user_account_close', ada, {}))).toBe('400 pswd_required');
    expect(await statusOf(ada)).toBe('active');
  });

  it('is refused while there is money, a purchase without an outcome, a deposit that may still be paid, or a debt', async () => {
    const rich = await customer(100);
    expect(refusal(await close(rich))).toBe('400 balance_left');
    const waiting = await customer();
    await post('user_deposit_order_create', waiting, { amount: 5_000 });
    expect(refusal(await close(waiting))).toBe('400 deposit_open');
    const debtor = await customer();
    const debt: Partial<DepositPaymentRow> = { id: newId(), provider: 'sandbox', transactionId: debtor.userid, orderId: '' };
    await service.app
      .get(Database)
      .repository(DepositPaymentRow)
      .insert({
        ...debt,
        accountNumber: '',
        amountKobo: naira(9),
        payerName: '',
        debt: 'owed',
        debtorId: debtor.userid,
        createdAt: 1,
      });
    expect(refusal(await close(debtor))).toBe('400 debt_owed');
    const buyer = await customer();
    await service.app.get(Database).rows(
      `INSERT INTO purchase (id, user_id, kind, category_id, biller_id, biller_name, item_id, item_name, payment_code, reference,
         delivers_pin, customer_id, customer_name, customer_address, customer_email, customer_mobile, amount_kobo,
         commission_kobo, status, response_code, response_message, details, queries, recorded)
       VALUES (?, ?, 'airtime', '', '', '', '', '', '', ?, 0, '', '', '', '', '', 0, 0, 'pending', '', '', '{}', 0, 0)`,
      [buyer.userid, buyer.userid, buyer.userid],
    );
    expect(refusal(await close(buyer))).toBe('400 purchase_open');
  });

  it('closes with less than can be sent, which its owner gives up', async () => {
    const ada = await customer();
    const giveUp = (giveup: boolean) => post('user_account_close', ada, { pswd: ada.password, giveup });
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, kobo(5_000)));
    expect(refusal(await giveUp(true))).toBe('400 balance_left');
    expect((await post('user_transfer_create', ada, { email: obi.email, amount: 50 })).status).toBe(200);
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, kobo(37)));
    expect(refusal(await giveUp(false))).toBe('400 balance_left');
    const unclaimed = async () => {
      const sql = 'SELECT balance_kobo AS n FROM ledger_account WHERE id = ?';
      return (await service.app.get(Database).rows<{ n: number }>(sql, [UNCLAIMED_ACCOUNT]))[0]?.n ?? 0;
    };
    const before = await unclaimed();
    expect((await giveUp(true)).status).toBe(200);
    expect([await statusOf(ada), (await unclaimed()) - before]).toEqual(['closing', 37]);
  });

  it('keeps the rest where the account cannot be closed', async () => {
    const ada = await customer();
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, kobo(37)));
    await post('user_deposit_order_create', ada, { amount: 5_000 });
    expect(refusal(await post('user_account_close', ada, { pswd: ada.password, giveup: true }))).toBe('400 deposit_open');
    expect((await get('user_wallet_get_info', ada)).body.DATA.balance).toBe(0.37);
  });

  it('ends sessions and push registrations at once, refuses transfers, and tells the date', async () => {
    const ada = await customer(0, { tktp: 'expo', phtk: `token-${backend}` });
    const { status, body } = await close(ada);
    expect([status, Number(body.DATA.expires)]).toEqual([200, expect.closeTo((Date.now() + 30 * DAY_MS) / 1000, -2)]);
    expect((await get('user_profile_get_info', ada)).status).toBe(401);
    expect(await count('push_registration WHERE user_id = ?', ada.userid)).toBe(0);
    expect(refusal(await pay(ada))).toContain('recipient_not_found');
    await service.settled();
    expect((await subjectsTo(ada)).some((subject) => /^Your account will be closed on \d{4}/.test(subject ?? ''))).toBe(true);
  });

  it('is undone by signing in, told by mail', async () => {
    const ada = await customer();
    await close(ada);
    await letPass(ada, 29);
    await complete(ada);
    await letPass(ada, 2);
    const again = (await logIn(ada)).body.DATA as Credentials;
    expect((await get('user_profile_get_info', again)).body.DATA.status).toBe('active');
    await complete(ada);
    expect(await statusOf(ada)).toBe('active');
    expect((await pay(ada)).status).toBe(200);
    await service.settled();
    expect(await subjectsTo(ada)).toContain('Your account stays open');
  });

  it('is undone by signing in with Google', async () => {
    const email = `google-${backend}@example.com`;
    const ada = await customer(0, { emal: email });
    await close(ada);
    const rqat = await issuer.token({ email });
    const { status } = await service.client.post('user_google_login', { body: { rqat, devt: 'iOS', devs: 'g', devn: 'iPhone' } });
    expect([status, await statusOf(ada)]).toEqual([200, 'active']);
  });

  it('erases after 30 days what the law does not keep, and gives the address free', async () => {
    const ada = await customer(60, { fsnm: 'Zubeida', devs: `erased-${backend}` });
    await post('user_transfer_create', ada, { email: obi.email, amount: 50 });
    await pay(ada);
    await fund(obi, 60);
    await post('user_transfer_create', ada, { email: obi.email, amount: 60 });
    await post('user_profile_update', ada, { phoneNumber: '08031234567' });
    await post('support_ticket_create', ada, { subject: 'Help', message: 'Where?', category: 'other', priority: 'low' });
    const contact = { flnm: 'Zubeida', emad: ada.email, sbjt: 'Hi', msge: 'Hello', dvnm: 'x', dvty: 'x', dsnm: 'x' };
    await service.client.post('core_contact_create', { body: contact });
    const visit = { dvnm: 'Pixel', dvty: 'Android', dsnm: `erased-${backend}` };
    await service.client.get('visitor_log_create', { query: visit });
    const data = service.app.get(Database);
    const mine: [string, string][] = [
      ['login_record WHERE user_id = ?', ada.userid],
      ['location_record WHERE user_id = ?', ada.userid],
      ['notice WHERE user_id = ?', ada.userid],
      ['ticket WHERE user_id = ?', ada.userid],
      ['contact_form WHERE email = ?', ada.email],
      ['visitor_log WHERE device_serial = ?', `erased-${backend}`],
      ['mailed_code WHERE email = ?', ada.email],
      ['user_name_word WHERE user_id = ?', ada.userid],
      ['password_history WHERE user_id = ?', ada.userid],
      ['transfer WHERE receiver_email = ?', ada.email],
    ];
    const counts = () => Promise.all(mine.map(([from, value]) => count(from, value)));
    const postings = await count('posting WHERE account_id = ?', ada.userid);
    await until(async () => (await count('location_record WHERE user_id = ?', ada.userid)) > 0);
    expect((await counts()).map((rows) => rows > 0)).toEqual(mine.map(() => true));

    await due(ada, () => provider(service, ClosingJobs).queueDue());
    await service.settled();
    expect(await count('account_closing WHERE user_id = ?', ada.userid)).toBe(0);
    await complete(ada);
    expect(await counts()).toEqual(mine.map(() => 0));
    expect((await provider(service, Notices).list(ada.userid, { before: undefined, size: 15 })).items).toEqual([]);
    const told = await provider(service, Notices).list(obi.userid, { before: undefined, size: 15 });
    expect(told.items.some(({ message }) => message.includes('Zubeida'))).toBe(false);
    expect(await count('posting WHERE account_id = ?', ada.userid)).toBe(postings);
    const [row] = await data.rows<Record<string, unknown>>('SELECT * FROM user_account WHERE id = ?', [ada.userid]);
    expect(JSON.stringify(row)).not.toMatch(/zubeida|08031234567|8031234567/i);
    expect(row).toMatchObject({ status: 'closed', password_hash: null, email: `${ada.userid.toLowerCase()}@closed.invalid` });
    await service.settled();
    expect(await subjectsTo(ada)).toContain('Your account was closed');
    expect((await subjectsTo(ada)).filter((subject) => subject === 'Your account was closed')).toHaveLength(1);
    expect((await logIn(ada)).status).toBe(401);
    const anew = await service.register({ emal: ada.email });
    expect(anew.userid).not.toBe(ada.userid);
  });

  it('goes on where it was killed, and cannot be undone then', async () => {
    const ada = await customer();
    const erase = vi.spyOn(provider(service, Tickets), 'removeOf').mockRejectedValue(new Error('killed'));
    await due(ada, async () => {
      await expect(complete(ada)).rejects.toThrow('killed');
      expect(await statusOf(ada)).toBe('closed');
      expect((await logIn(ada)).status).toBe(403);
      erase.mockRestore();
      await complete(ada);
    });
    expect(await count('account_closing WHERE user_id = ?', ada.userid)).toBe(0);
    expect(await count('user_account WHERE email = ?', ada.email)).toBe(0);
  });

  it('waits for a purchase without an outcome, which may still be refunded', async () => {
    const ada = await customer();
    const obstacles = provider(service, ClosingObstacles);
    const first = vi.spyOn(obstacles, 'first');
    await due(ada, async () => {
      first.mockResolvedValueOnce('purchase');
      await complete(ada);
      expect(await statusOf(ada)).toBe('closing');
      await complete(ada);
      expect(await statusOf(ada)).toBe('closing');
      await letPass(ada, 1);
      await complete(ada);
      expect(await statusOf(ada)).toBe('closed');
    });
    first.mockRestore();
  });

  it('is put off while money arrived in between', async () => {
    const ada = await customer();
    await due(ada, async () => {
      await fund(ada, 5);
      await complete(ada);
    });
    expect(await statusOf(ada)).toBe('closing');
    await service.settled();
    expect(await subjectsTo(ada)).toContain('Your account is not closed yet: there is money in it');
  });
});
