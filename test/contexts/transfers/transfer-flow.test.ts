import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskEmail } from '../../../src/kernel/masking.js';
import { formatAmount, kobo } from '../../../src/kernel/money.js';
import { Ledger } from '../../../src/ledger/index.js';
import { Notices } from '../../../src/contexts/notifications/index.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';

describe.each(ONE_BACKEND)('transfers on %s', (backend) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp(backend, { CHARGES: 'nigeria-2026' });
  });
  afterAll(() => service.close());

  async function userWith(balanceNaira: number, name?: string): Promise<TestUser> {
    const user = await service.register(name ? { fsnm: name } : {});
    if (balanceNaira > 0) await service.app.get(Ledger).commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }
  const balanceOf = async (user: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;
  const send = (from: TestUser, body: Record<string, unknown>, idempotencyKey?: string) =>
    service.client.post('user_transfer_create', { as: from, body, idempotencyKey });
  const referenceOf = async (user: TestUser) =>
    (await service.client.get('user_profile_get_info', { as: user })).body.DATA.referralCode as string;

  it('takes an address and a reference id for the same in any case, also in a repeat', async () => {
    const [ada, obi] = [await userWith(1_000), await userWith(0, 'Obi')];
    for (const [place, email] of [obi.email, await referenceOf(obi)].entries()) {
      const key = `any-case-${ada.userid}-${place}`;
      const first = await send(ada, { email: email.toLowerCase(), amount: 100 }, key);
      const second = await send(ada, { email: email.toUpperCase(), amount: 100 }, key);
      expect([second.status, second.body.DATA]).toEqual([200, first.body.DATA]);
    }
    expect(await balanceOf(ada)).toBe(800);
  });

  it('moves money by e-mail address and by reference id', async () => {
    const [ada, obi] = [await userWith(1_000), await userWith(0, 'Obi')];
    const first = await send(ada, { email: obi.email.toUpperCase(), amount: 100.5, messge: 'Lunch' });
    expect(first.body.DATA).toEqual({
      message: 'You sent 100.50 Naira to Obi Obi',
      transact: expect.stringMatching(/^[0-9A-Z]{26}$/),
      charges: [],
      fee: 0,
      duty: 0,
      vat: 0,
      surcharge: 0,
      total: 100.5,
    });
    await send(ada, { email: await referenceOf(obi), amount: '99.50' });
    expect([await balanceOf(ada), await balanceOf(obi)]).toEqual([800, 200]);

    const received = (await service.client.get('user_transfer_fetch', { as: obi, query: { rqtp: 'receiver' } })).body.DATA;
    expect(received).toMatchObject([
      { amount: 99.5, rqnote: '' },
      {
        marker: first.body.DATA.transact,
        userid: ada.userid,
        receiver: obi.userid,
        email: obi.email,
        amount: 100.5,
        rqnote: 'Lunch',
        status: 'complete',
      },
    ]);
    const history = (
      await service.client.get('user_wallet_history', { as: ada, query: { rqtp: 'transaction', rqvl: first.body.DATA.transact } })
    ).body.DATA;
    expect(history).toMatchObject([
      { trnxid: first.body.DATA.transact, amount: -100.5, pxtype: 'debit', pxnote: 'Transfer to Obi Obi' },
    ]);
  });

  it('charges the tariff on top, in the same history entry', async () => {
    const [ada, obi] = [await userWith(10_049.99), await userWith(0)];
    const poor = await send(ada, { email: obi.email, amount: 10_000 });
    expect([poor.status, poor.body.ERRORS.CODE]).toEqual([400, 400]);
    expect(poor.body.ERRORS.DETAILS).toMatch(/^Insufficient funds \(₦[\d,.]+ is needed, ₦[\d,.]+ is there\) \(/);
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 1));
    const { transact, message: _sent, ...costs } = (await send(ada, { email: obi.email, amount: 10_000 })).body.DATA;
    expect([await balanceOf(ada), await balanceOf(obi)]).toEqual([0, 10_000]);
    const charges = [{ kind: 'stamp_duty', name: 'Stamp duty', amount: 50 }];
    const itemised = { charges, fee: 0, duty: 50, vat: 0, surcharge: 0, total: 10_050 };
    expect(costs).toEqual(itemised);
    const shownTo = async (as: TestUser) =>
      (await service.client.get('user_transfer_fetch', { as, query: { rqtp: 'mk', rqvl: transact } })).body.DATA;
    expect(await shownTo(ada)).toMatchObject([itemised]);
    // What it cost is its sender's.
    expect(await shownTo(obi)).toMatchObject([{ charges: [], duty: 0, total: 10_000 }]);
    const history = { as: ada, query: { rqtp: 'transaction', rqvl: transact } };
    expect((await service.client.get('user_wallet_history', history)).body.DATA).toEqual(
      expect.arrayContaining([expect.objectContaining({ amount: -50, pxnote: 'Stamp duty' })]),
    );
    const receipt = (await service.client.get('user_transfer_receipt', { as: ada, query: { trid: transact } })).body.DATA;
    expect(receipt).toMatchObject({
      charges: [{ kind: 'stamp_duty', name: 'Stamp duty', amount: '50.00' }],
      fee: '0.00',
      duty: '50.00',
      vat: '0.00',
      surcharge: '0.00',
      total: '10050.00',
    });
  });

  it('refuses in the order: recipient, oneself, amount, funds', async () => {
    const [ada, obi] = [await userWith(0), await userWith(0)];
    const refusal = async (email: string, amount: number) => {
      const { status, body } = await send(ada, { email, amount });
      return [status, body.ERRORS.CODE, body.ERRORS.ID, body.ERRORS.DETAILS.replace(/ \(.*/, '')];
    };
    expect(await refusal('nobody@example.com', 1)).toEqual([400, 400, 'recipient_not_found', 'Recipient not found']);
    expect(await refusal(ada.email, 1)).toEqual([400, 400, 'transfer_to_self', 'You cannot transfer to yourself']);
    expect((await refusal(obi.email, 49.99)).slice(0, 3)).toEqual([400, 400, 'amount_minimum']);
    expect((await refusal(obi.email, 5_000_000.01)).slice(0, 3)).toEqual([400, 400, 'amount_maximum']);
    expect(await refusal(obi.email, 50)).toEqual([400, 400, 'insufficient_funds', expect.stringMatching(/^Insufficient funds/)]);
  });

  it('executes once for a key, and repeats the answer', async () => {
    const [ada, obi] = [await userWith(500), await userWith(0)];
    const order = { email: obi.email, amount: 100 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(ada, order, 'one-transfer')));
    expect(new Set(answers.map(({ body }) => body.DATA.transact as string)).size).toBe(1);
    expect(await balanceOf(obi)).toBe(100);
    const other = await send(ada, { ...order, amount: 101 }, 'one-transfer');
    expect([other.status, other.body.ERRORS.CODE, other.body.ERRORS.ID]).toEqual([422, 422, 'idempotency_mismatch']);

    const tooMuch = { email: obi.email, amount: 4_000 };
    const refused = await send(ada, tooMuch, 'not-enough-1');
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 1_000_000));
    const again = await send(ada, tooMuch, 'not-enough-1');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([refused.status, 'true']);
    expect(await balanceOf(obi)).toBe(100);
  });

  it('has no row of a notice, which is there as soon as the transfer', async () => {
    const [ada, obi] = [await userWith(500, 'Adaeze'), await userWith(0, 'Obinna')];
    const rows = (user: TestUser) =>
      service.app
        .get(Database)
        .rows<{ subject: string }>("SELECT subject FROM notice WHERE user_id = ? AND subject LIKE 'Transfer%'", [user.userid]);
    const newest = async (user: TestUser) => (await service.client.get('user_notice_fetch', { as: user })).body.DATA.result[0];
    const { transact } = (await send(ada, { email: obi.email, amount: 200 })).body.DATA as { transact: string };
    expect(await newest(ada)).toMatchObject({ marker: transact, userid: ada.userid, subject: 'Transfer sent' });
    expect(await newest(obi)).toMatchObject({ marker: transact, userid: obi.userid, subject: 'Transfer received' });
    await service.settled();
    expect(await Promise.all([ada, obi].map(rows))).toEqual([[], []]);
  });

  it('shows a notice that an older version wrote once, as it was', async () => {
    const [ada, obi] = [await userWith(500, 'Adaeze'), await userWith(0, 'Obinna')];
    const { transact } = (await send(ada, { email: obi.email, amount: 100 })).body.DATA as { transact: string };
    const [{ recorded }] = (await service.app
      .get(Database)
      .rows<{ recorded: number }>('SELECT recorded FROM journal WHERE id = ?', [transact])) as [{ recorded: number }];
    const old = {
      id: transact,
      userId: ada.userid,
      subject: 'Transfer sent',
      message: 'You sent it to Obi.',
      createdAt: recorded,
    };
    await service.app.get(Notices, { strict: false }).addAll([old]);
    const { result } = (await service.client.get('user_notice_fetch', { as: ada })).body.DATA as {
      result: { marker: string; message: string }[];
    };
    expect(result.filter(({ marker }) => marker === transact).map(({ message }) => message)).toEqual(['You sent it to Obi.']);
  });

  it('notifies both parties by notice and mail', async () => {
    const [ada, obi] = [await userWith(500, 'Adaeze'), await userWith(0, 'Obinna')];
    const { transact } = (await send(ada, { email: obi.email, amount: 250, messge: 'Rent' })).body.DATA as { transact: string };
    const notices = async (user: TestUser) =>
      (
        (await service.client.get('user_notice_fetch', { as: user })).body.DATA.result as { subject: string; message: string }[]
      ).filter(({ subject }) => subject.startsWith('Transfer'));
    await service.settled();
    expect(await notices(obi)).toHaveLength(1);
    expect(await notices(ada)).toMatchObject([{ subject: 'Transfer sent', message: 'You sent 250.00 Naira to Obinna Obi.' }]);
    expect(await notices(obi)).toMatchObject([
      { subject: 'Transfer received', message: 'You received 250.00 Naira from Adaeze Obi: Rent' },
    ]);

    const mailsAbout = async () => {
      const folder = join(service.config.dataDir, 'mail');
      const names = await readdir(folder).catch(() => []);
      const mails = await Promise.all(
        names.filter((name) => name.endsWith('.eml')).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
      );
      return mails.filter(({ text }) => text?.includes(transact));
    };
    await service.settled();
    expect(await mailsAbout()).toHaveLength(2);
    const mails = new Map((await mailsAbout()).map((mail) => [mail.to![0]!.address, mail]));
    expect(mails.get(ada.email)).toMatchObject({ subject: 'You sent ₦250.00 to Obinna O.' });
    expect(mails.get(obi.email)).toMatchObject({ subject: 'You received ₦250.00 from Adaeze O.' });
    const factsOf = ({ email }: TestUser) =>
      mails
        .get(email)!
        .text!.split('\n')
        .filter((line) => line.includes(': '));
    const both = ['Narration: Rent', `Reference: ${transact}`, expect.stringMatching(/^Time: .+ \(Lagos\)$/)];
    expect(factsOf(ada)).toEqual([
      'Amount: ₦250.00',
      'Fee: ₦0.00',
      `To: Obinna O., ${maskEmail(obi.email)}`,
      ...both,
      `Balance afterwards: ${formatAmount(kobo((await balanceOf(ada)) * 100))}`,
    ]);
    expect(factsOf(obi)).toEqual([
      'Amount: ₦250.00',
      `From: Adaeze O., ${maskEmail(ada.email)}`,
      ...both,
      `Balance afterwards: ${formatAmount(kobo((await balanceOf(obi)) * 100))}`,
    ]);
  });

  it('checks whether a recipient can receive', async () => {
    const [ada, obi] = [await userWith(0), await userWith(0, 'Bayo')];
    const check = (rqtype: string, rqvalue: string) =>
      service.client.get('user_transfer_check_receiver', { as: ada, query: { rqtype, rqvalue } });
    expect((await check('email', obi.email)).body.DATA).toEqual({ userid: obi.userid, name: 'Bayo O.' });
    expect((await check('refid', await referenceOf(obi))).body.DATA).toEqual({ userid: obi.userid, name: 'Bayo O.' });
    const nobody = await check('refid', 'NOBODY00');
    expect([nobody.status, nobody.body.ERRORS.CODE]).toEqual([404, 404]);
    expect(nobody.body.ERRORS.DETAILS).toMatch(/^User with this profile not found/);
    const unknown = await check('phone', '0800');
    expect([unknown.status, unknown.body.ERRORS.ID]).toEqual([400, 'rqtype_invalid']);
    const missing = await service.client.get('user_transfer_check_receiver', { as: ada, query: { rqtype: 'email' } });
    expect([missing.status, missing.body.ERRORS.ID]).toEqual([400, 'rqvalue_required']);
  });
});
