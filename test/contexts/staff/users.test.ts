import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/ledger/index.js';
import { AIRTIME } from '../purchases/support.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { movement } from '../../support/ledger-fixture.js';
import { StaffFixture, failed, newAddress, type Staff } from './staff-fixture.js';

interface Listed {
  readonly result: Record<string, string | number>[];
  readonly pagination: string;
}

const NO_DATA = 'No data matching your query was found';

describe.each(ONE_BACKEND)('user administration on %s', (backend) => {
  let staffApp: StaffFixture;
  let admin: Staff;
  let ada: TestUser;
  let obi: TestUser;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    ({ admin } = staffApp);
    [ada, obi] = [await staffApp.service.register({ fsnm: 'Ada' }), await staffApp.service.register({ fsnm: 'Obi' })];
    await staffApp.service.app.get(Ledger, { strict: false }).commit(movement('system:suspense', ada.userid, 1_000_000));
  });
  afterAll(() => staffApp.close());

  const get = async (action: string, query: Record<string, string | number> = {}, as: Staff = admin): Promise<Listed> => {
    const answer = await staffApp.get(action, as, query);
    if (answer.body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(answer.body));
    return answer.body.DATA as Listed;
  };
  /** What waits for another member of staff is approved. */
  const modify = async (uxid: string, changes: object) => {
    const answer = await staffApp.post('control_user_modify', admin, { uxid, ...changes });
    if (answer.body.REQUEST.STATUS === 'OK') await staffApp.approveUserChange(answer.body.DATA.MKID as string, uxid);
    return answer;
  };

  describe('user list', () => {
    it('shows all users, newest first, with balances', async () => {
      const { result } = await get('control_user_data_list', { pnum: 100 });
      const mine = result.filter(({ userid }) => [ada.userid, obi.userid].includes(String(userid)));
      expect(mine).toMatchObject([
        { userid: obi.userid, firstName: 'Obi', emailAddress: obi.email, balance: 0, status: 'active' },
        { userid: ada.userid, firstName: 'Ada', emailAddress: ada.email, balance: 10_000, status: 'active' },
      ]);
      const recorded = result.map((user) => Number(user['recorded']));
      expect(recorded).toEqual(recorded.toSorted((a, b) => b - a));
    });

    it('filters by address, phone, status and country', async () => {
      await modify(obi.userid, { phone: '+2348099999999' });
      await staffApp.rows('UPDATE login_record SET country = ? WHERE user_id = ?', 'Ghana', ada.userid);
      const cases: [string, string, TestUser][] = [
        ['email', ada.email.toUpperCase(), ada],
        ['phone', '+2348099999999', obi],
        ['country', 'Ghana', ada],
      ];
      for (const [rqtp, rqvl, user] of cases) {
        const { result } = await get('control_user_data_list', { rqtp, rqvl });
        expect(result.map(({ userid }) => userid)).toEqual([user.userid]);
      }
      expect((await get('control_user_data_list', { rqtp: 'status', rqvl: 'active' })).result.length).toBeGreaterThan(2);
      for (const query of [{ rqtp: 'status', rqvl: 'sleeping' }, { rqtp: 'email' }, { rqtp: 'phone', rqvl: '1' }])
        expect(failed(await staffApp.get('control_user_data_list', admin, query as Record<string, string>))).toEqual({
          status: 404,
          code: 403,
          details: NO_DATA,
          id: 'no_data',
        });
    });

    it('pages without losing or repeating users', async () => {
      for (let n = 0; n < 4; n++) await staffApp.service.register();
      const seen: (string | number)[] = [];
      let page = '';
      do {
        const list = await get('control_user_data_list', { pnum: 2, page });
        seen.push(...list.result.map(({ userid }) => userid!));
        page = list.pagination;
      } while (page !== '');
      const [count] = await staffApp.rows<{ n: number }>('SELECT COUNT(*) AS n FROM user_account');
      expect([seen.length, new Set(seen).size]).toEqual([count!.n, count!.n]);
    });

    it('hides addresses without the permission', async () => {
      const clerk = await staffApp.hire('userControl.getDataList', 'userControl.viewDetails');
      const { result } = await get('control_user_data_list', { pnum: 100 }, clerk);
      for (const { emailAddress } of result) expect(emailAddress).toMatch(/^.\*\*\*@.\*\*\*\.com$/);
      const details = (await staffApp.get('control_user_data_details', clerk, { uxid: ada.userid })).body.DATA;
      expect(details.emailAddress).toBe('p***@e***.com');
    });
  });

  it('shows the profile as the user sees it', async () => {
    const { DATA: own } = (await staffApp.get('user_profile_get_info', ada)).body;
    const { DATA: seen } = (await staffApp.get('control_user_data_details', admin, { uxid: ada.userid })).body;
    // Activity is written with a delay.
    const { activeDate: _date, activeTime: _time, ...still } = own as Record<string, unknown>;
    expect(seen).toMatchObject(still);
    const OF_STAFF = ['blocked', 'holds', 'suspendedReason', 'suspendedBy', 'suspendedAt'];
    expect(Object.keys(seen as object)).toEqual([...Object.keys(own as object), ...OF_STAFF]);
    const nobody = await staffApp.get('control_user_data_details', admin, { uxid: 'nobody' });
    expect(failed(nobody)).toEqual({ status: 404, code: 403, details: NO_DATA, id: 'user_not_found' });
  });

  it('shows logins, notices, deposits, transfers and trades', async () => {
    const as = ada;
    await staffApp.post('user_transfer_create', as, { email: obi.email, amount: 100 });
    await staffApp.post('user_deposit_order_create', as, { amount: 500 });
    await staffApp.post('service_airtime_purchase', as, AIRTIME);
    const uxid = ada.userid;

    const logins = await get('control_user_login_history', { uxid });
    expect(logins.result).toMatchObject([{ userid: uxid, outcome: 'success', devname: 'Pixel', devType: 'Android' }]);

    // Notices come after the answers, so another one may come between the two reads.
    await until(async () => {
      const { DATA: notices } = (await staffApp.get('user_notice_fetch', ada)).body;
      return isDeepStrictEqual(await get('control_user_notice_history', { rqux: uxid }), notices);
    });

    const { DATA: orders } = (await staffApp.get('user_deposit_order_fetch', ada, { rqtp: 'all' })).body;
    const queries = [
      { rqtp: 'user', rqvl: uxid },
      { rqtp: 'status', rqvl: 'pending' },
      { rqtp: 'mk', rqvl: orders[0].marker },
      {},
    ];
    for (const query of queries)
      expect((await get('control_user_wallet_deposit', query as Record<string, string>)).result).toEqual(orders);

    const { DATA: transfers } = (await staffApp.get('user_transfer_fetch', ada, { rqtp: 'all' })).body;
    for (const user of [ada, obi])
      expect((await get('control_user_wallet_transfer', { uxid: user.userid })).result).toEqual(transfers);

    const { DATA: full } = (await staffApp.get('service_transaction_fetch', ada, { rqtp: 'user_full', rqvl: uxid })).body;
    const { result: trades } = await get('control_user_trade_history', { uxid });
    const { itemId: _item, billerId: _biller, categoryTag: _category, ...purchase } = full[0] as Record<string, string>;
    const { deliverables: _, ...details } = JSON.parse(purchase['misc_data']!) as Record<string, unknown>;
    expect(trades).toEqual([{ ...purchase, recharge_pin: '', misc_data: JSON.stringify(details) }]);
  });

  it('answers an error for empty lists', async () => {
    const newcomer = (await staffApp.hire()).userid;
    const calls: [string, Record<string, string>, object][] = [
      ['control_user_login_history', { uxid: 'nobody' }, { code: 403, status: 404 }],
      ['control_user_notice_history', { rqux: 'nobody' }, { code: 403, status: 404 }],
      ['control_user_wallet_deposit', { rqtp: 'user', rqvl: newcomer }, { code: 403, status: 404 }],
      ['control_user_wallet_deposit', { rqtp: 'mk' }, { code: 403, status: 404 }],
      ['control_user_wallet_transfer', { uxid: newcomer }, { code: 403, status: 404 }],
      [
        'control_user_trade_history',
        { uxid: newcomer },
        { status: 404, details: "We couldn't find any record matching your query" },
      ],
    ];
    for (const [action, query, expected] of calls)
      expect(failed(await staffApp.get(action, admin, query))).toMatchObject(expected);
  });

  describe('user changes', () => {
    it('change names and phone number, with an audit record', async () => {
      const user = await staffApp.service.register();
      expect((await modify(user.userid, { fNme: 'Ngozi', phone: '08031234567', reason: 'By letter' })).status).toBe(200);
      const profile = (await staffApp.get('user_profile_get_info', user)).body.DATA;
      expect(profile).toMatchObject({ firstName: 'Ngozi', lastName: 'Obi', phoneNumber: '+2348031234567' });
      const [asked] = await staffApp.trail(`user:${user.userid}`);
      expect(asked).toEqual({
        action: 'control_user_modify',
        staffId: admin.userid,
        before: { firstName: 'Ada', lastName: 'Obi', phoneNumber: '', status: 'active' },
        after: { firstName: 'Ngozi', waiting: { phoneNumber: '+2348031234567' }, reason: 'By letter' },
      });
    });

    it('verify nobody: a code or an authority does', async () => {
      const user = await staffApp.service.register();
      const verified = { phoneVerify: 'verified', identVerify: 'verified' };
      expect(failed(await modify(user.userid, verified))).toMatchObject({ code: 400, details: 'No data to update' });
      expect((await modify(user.userid, { ...verified, phone: '08031234567' })).status).toBe(200);
      expect((await staffApp.get('user_profile_get_info', user)).body.DATA).toMatchObject({
        phoneNumber: '+2348031234567',
        phoneVerify: 'unverified',
        identVerify: 'unverified',
      });
    });

    it('store a phone number in its international form, and none that is no number', async () => {
      const user = await staffApp.service.register();
      const phoneOf = async () => (await staffApp.get('user_profile_get_info', user)).body.DATA.phoneNumber as string;
      expect((await modify(user.userid, { phone: '0803 111 2233' })).status).toBe(200);
      expect(await phoneOf()).toBe('+2348031112233');
      for (const phone of ['00000000', '0803', '+234 000 000 0000', '12-34-56-78'])
        expect(failed(await modify(user.userid, { phone }))).toMatchObject({ id: 'phone_invalid' });
      expect(await phoneOf()).toBe('+2348031112233');
    });

    it('are refused to staff for their own account', async () => {
      const clerk = await staffApp.hire('userControl.allowModify', 'userControl.viewDetails');
      for (const changes of [{ phone: '08031112244' }, { status: 'active' }, { fNme: 'Other' }]) {
        const answer = await staffApp.post('control_user_modify', clerk, { uxid: clerk.userid, ...changes });
        expect(failed(answer)).toMatchObject({ status: 403, code: 403, id: 'own_account' });
      }
      const profile = (await staffApp.get('user_profile_get_info', clerk)).body.DATA;
      expect(profile).toMatchObject({ phoneNumber: '' });
      expect(await staffApp.trail(`user:${clerk.userid}`)).toEqual([]);
    });

    it('suspend and restore: sessions end, login and receiving are refused', async () => {
      const user = await staffApp.service.register();
      expect((await modify(user.userid, { status: 'suspended', reason: 'Fraud' })).status).toBe(200);
      expect((await staffApp.get('user_profile_get_info', user)).status).toBe(401);
      const details = async () => (await staffApp.get('control_user_data_details', admin, { uxid: user.userid })).body.DATA;
      expect(await details()).toMatchObject({
        suspendedReason: 'Fraud',
        suspendedBy: admin.userid,
        suspendedAt: expect.stringMatching(/^\d{13}$/) as string,
      });
      const login = () =>
        staffApp.post('user_profile_login', undefined, { emal: user.email, pswd: user.password, dvty: 'Web', dsnm: 'x' });
      expect((await login()).body.ERRORS).toMatchObject({ MSG: 'Access Denied' });
      expect((await get('control_user_data_list', { rqtp: 'status', rqvl: 'suspended' })).result).toMatchObject([
        { userid: user.userid, status: 'suspended' },
      ]);
      expect(failed(await staffApp.post('user_transfer_create', ada, { email: user.email, amount: 100 }))).toMatchObject({
        status: 400,
      });
      expect((await modify(user.userid, { status: 'active' })).status).toBe(200);
      expect(await details()).toMatchObject({ suspendedReason: '', suspendedBy: '', suspendedAt: '' });
      expect((await login()).status).toBe(200);
    });

    it('close an account without money for its owner, and keep it open', async () => {
      const leaving = await staffApp.service.register();
      const closing = { uxid: leaving.userid, status: 'closing', reason: 'Asked for it by letter' };
      const refusal = async (uxid: string) => failed(await staffApp.post('control_user_modify', admin, { ...closing, uxid }));
      const rich = await staffApp.service.register();
      await staffApp.service.app.get(Ledger, { strict: false }).commit(movement('system:suspense', rich.userid, 1_000));
      expect(await refusal(rich.userid)).toMatchObject({ code: 400, id: 'balance_left' });
      const thief = await staffApp.service.register();
      await modify(thief.userid, { status: 'suspended' });
      expect(await refusal(thief.userid)).toMatchObject({ code: 400, id: 'account_suspended' });
      const member = await staffApp.hire('userControl.viewDetails');
      expect(await refusal(member.userid)).toMatchObject({ code: 403, id: 'staff_member' });

      expect((await modify(leaving.userid, closing)).body.REQUEST.STATUS).toBe('OK');
      const shown = await staffApp.get('control_user_data_details', admin, { uxid: leaving.userid });
      expect(shown.body.DATA).toMatchObject({ status: 'closing' });
      expect((await staffApp.get('user_wallet_get_info', leaving)).status).toBe(401);
      await until(async () =>
        (await mailsTo(staffApp.service.config.dataDir, leaving.email)).some(({ subject }) =>
          subject?.includes('will be closed on'),
        ),
      );
      const mails = await mailsTo(staffApp.service.config.dataDir, leaving.email);
      const told = mails.find(({ subject }) => subject?.includes('will be closed on'))!.text;
      expect([told!.includes('Our support is closing your account'), told!.includes('as you asked')]).toEqual([true, false]);
      expect((await modify(leaving.userid, { status: 'kept' })).body.REQUEST.STATUS).toBe('OK');
      expect(await staffApp.rows('SELECT user_id FROM account_closing WHERE user_id = ?', leaving.userid)).toEqual([]);
    });

    it('close no account without a reason', async () => {
      const { userid } = await staffApp.service.register();
      expect(failed(await modify(userid, { status: 'closing' }))).toEqual({
        status: 400,
        code: 401,
        id: 'reason_required',
        details: 'The parameter reason is required',
      });
    });

    it('keep only what is closing open: no suspension is lifted by it', async () => {
      const { userid } = await staffApp.service.register();
      expect(failed(await modify(userid, { status: 'kept' }))).toMatchObject({ status: 409, id: 'not_closing' });
      await modify(userid, { status: 'closing', reason: 'Asked for it by letter' });
      await modify(userid, { status: 'suspended' });
      expect(failed(await modify(userid, { status: 'kept' }))).toMatchObject({ status: 409, id: 'not_closing' });
      const shown = await staffApp.get('control_user_data_details', admin, { uxid: userid });
      expect(shown.body.DATA).toMatchObject({ status: 'suspended' });
    });

    it('tell suspended users once, and the reason only where notify is true', async () => {
      const mailed = async ({ email }: TestUser) => {
        const mails = await mailsTo(staffApp.service.config.dataDir, email);
        return mails.filter(({ subject }) => subject === 'Your account is suspended').map(({ text }) => text);
      };
      const noticed = async ({ userid }: TestUser) => {
        const { result } = await get('control_user_notice_history', { rqux: userid });
        return result.filter((notice) => notice['subject'] === 'Your account is suspended');
      };
      const reason = 'Payments under a stolen name';
      const [told, untold] = [await staffApp.service.register(), await staffApp.service.register()];
      for (const [user, notify] of [
        [told, true],
        [untold, undefined],
      ] as const) {
        expect((await modify(user.userid, { status: 'suspended', reason, notify })).status).toBe(200);
        expect((await modify(user.userid, { status: 'suspended', fNme: 'Again', notify })).status).toBe(200);
        expect((await modify(user.userid, { status: 'active', reason, notify })).status).toBe(200);
        await until(async () => (await mailed(user)).length > 0);
        for (const texts of [await mailed(user), (await noticed(user)).map((notice) => notice['message'])])
          expect(texts.map((text) => [/Your money stays/.test(String(text)), String(text).includes(reason)])).toEqual([
            [true, notify === true],
          ]);
      }
      expect(failed(await modify(told.userid, { status: 'active', notify: 'perhaps' }))).toMatchObject({ id: 'notify_invalid' });
    });

    it('refuse an empty change, unknown users, and active staff', async () => {
      const only = (changes: object, uxid = ada.userid) => modify(uxid, changes).then(failed);
      expect(await only({})).toEqual({ status: 400, code: 400, details: 'No data to update', id: 'nothing_to_update' });
      expect(await only({ reason: 'Why not' })).toMatchObject({ details: 'No data to update' });
      expect(await only({ fNme: 'X' }, 'nobody')).toEqual({ status: 404, code: 403, details: NO_DATA, id: 'user_not_found' });
      const clerk = await staffApp.hire('userControl.getDataList');
      for (const staff of [clerk, admin])
        expect(await only({ status: 'suspended' }, staff.userid)).toMatchObject({ status: 403, code: 400 });
      expect((await staffApp.get('control_staff_profile_get', clerk)).status).toBe(200);
      expect((await modify(clerk.userid, { fNme: 'Bola' })).status).toBe(200);
    });
  });

  describe('test users', () => {
    const create = (over: object = {}) => {
      const names = { fsnm: 'Tess', lsnm: 'Ter', devt: 'mobile', devs: '12345' };
      const own = { emal: newAddress(), pswd: `Try-things-${performance.now()}` };
      return staffApp.post('control_test_user_create', admin, { ...names, ...own, ...over });
    };
    const find = async (rqtp: string, rqvl = '') => (await get('control_test_user_fetch', { rqtp, rqvl })).result;

    it('sign in with a password that staff can read, with restricted features', async () => {
      const [email, password] = [newAddress(), 'Readable-horse-1'];
      expect((await create({ emal: email, pswd: password, devn: 'iPhone' })).status).toBe(200);
      const [found] = await find('email', email);
      expect(found).toMatchObject({ email, password, firstName: 'Tess', lastName: 'Ter', status: 'active' });
      const signedIn = await staffApp.post('user_profile_login', undefined, {
        emal: email,
        pswd: password,
        dvty: 'Web',
        dsnm: 'x',
      });
      const refused = failed(await staffApp.post('service_airtime_purchase', signedIn.body.DATA, AIRTIME));
      expect(refused.details).toBe('Oops, this operation is not available for test accounts');
      const stored = await staffApp.rows<{ sealed_password: string }>('SELECT sealed_password FROM test_user');
      expect(JSON.stringify(stored)).not.toContain(password);
      expect((await staffApp.trail(`user:${found!['userid']}`)).map(({ after }) => JSON.stringify(after))).not.toContain(
        password,
      );
    });

    it('need an address and a password of their own', async () => {
      const [email, password] = [newAddress(), 'Only-one-horse-1'];
      expect((await create({ emal: email, pswd: password })).status).toBe(200);
      expect(failed(await create({ emal: email }))).toMatchObject({ status: 409, code: 401, id: 'emal_invalid' });
      expect(failed(await create({ pswd: password }))).toMatchObject({ status: 409, code: 401, id: 'pswd_invalid' });
      expect(failed(await create({ pswd: 'weak' }))).toMatchObject({ status: 400, code: 401, id: 'pswd_invalid' });
      expect(failed(await create({ emal: ada.email }))).toMatchObject({ code: 401, id: 'emal_invalid' });
    });

    it('are found by marker, user, address and status, and archived by suspension', async () => {
      const email = newAddress();
      await create({ emal: email });
      const [testUser] = await find('email', email);
      const { marker, userid } = testUser as { marker: string; userid: string };
      for (const [rqtp, rqvl] of [
        ['mk', marker],
        ['userid', userid],
      ] as const)
        expect(await find(rqtp, rqvl)).toEqual([testUser]);
      for (const rqtp of ['active', 'all']) expect(await find(rqtp)).toContainEqual(testUser);
      await modify(userid, { status: 'suspended' });
      expect(await find('archive')).toEqual([{ ...testUser, status: 'archive' }]);
      expect(await find('active')).not.toContainEqual(expect.objectContaining({ marker }));
      await modify(userid, { status: 'active' });
      expect(await find('mk', marker)).toEqual([testUser]);
      for (const query of [
        { rqtp: 'mk' },
        { rqtp: 'email', rqvl: ada.email },
        { rqtp: 'userid', rqvl: ada.userid },
        { rqtp: 'archive' },
      ])
        expect(failed(await staffApp.get('control_test_user_fetch', admin, query as Record<string, string>))).toMatchObject({
          code: 403,
        });
    });

    it('are not closed', async () => {
      const email = newAddress();
      await create({ emal: email });
      const [{ userid } = { userid: '' }] = await find('email', email);
      const closing = await modify(String(userid), { status: 'closing', reason: 'No longer needed' });
      expect(failed(closing)).toMatchObject({ code: 400, id: 'test_user' });
      expect(await find('email', email)).toMatchObject([{ status: 'active' }]);
    });

    it('cannot become staff', async () => {
      const emal = newAddress();
      await create({ emal });
      await expect(staffApp.invite(emal)).rejects.toThrow('failed_processing');
    });
  });
});
