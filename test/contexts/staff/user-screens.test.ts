import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { addDays, lagosDate } from '../../../src/kernel/lagos-time.js';
import { naira } from '../../../src/kernel/money.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { failed, type Staff, StaffFixture } from './staff-fixture.js';

describe.each(ONE_BACKEND)('a user as staff see them on %s', (backend) => {
  let staff: StaffFixture;
  let clerk: Staff;
  let ada: TestUser;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    clerk = await staff.hire('userControl.viewHistory');
    ada = await staff.service.register({ devn: 'Pixel 9', devt: 'Android' });
    await staff.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(800)));
  });
  afterAll(() => staff.close());

  const get = (action: string, query: Record<string, string>) => staff.get(action, clerk, query);

  it('has the devices that are signed in', async () => {
    const { result } = (await get('control_user_session_fetch', { uxid: ada.userid })).body.DATA as { result: object[] };
    expect(result).toMatchObject([{ marker: ada.marker, device: 'Pixel 9', type: 'Android', current: false }]);
    expect(JSON.stringify(result)).not.toContain(ada.pbcKey);
    expect(failed(await get('control_user_session_fetch', { uxid: 'nobody' }))).toMatchObject({ status: 404, code: 404 });
  });

  it('has the balance of the last 90 days', async () => {
    const balances = (await get('control_user_balance_fetch', { uxid: ada.userid })).body.DATA as object[];
    const today = lagosDate(staff.clock.now());
    expect(balances).toHaveLength(90);
    expect(balances.at(-1)).toEqual({ day: today, balance: 800 });
    expect(balances[0]).toEqual({ day: addDays(today, -89), balance: 0 });
    for (const uxid of ['nobody', 'system:suspense'])
      expect(failed(await get('control_user_balance_fetch', { uxid }))).toMatchObject({ status: 404, code: 404 });
  });

  it('has a statement', async () => {
    const today = lagosDate(staff.clock.now());
    const period = { from: today, to: today, format: 'csv' };
    const { body } = await get('control_user_wallet_statement', { uxid: ada.userid, ...period });
    expect(body.DATA).toMatchObject({ fileName: `statement-${today}-${today}.csv`, fileType: 'text/csv' });
    expect(Buffer.from(body.DATA.content as string, 'base64').toString()).toContain('800.00');
    expect(failed(await get('control_user_wallet_statement', { uxid: 'nobody', ...period }))).toMatchObject({ status: 404 });
  });

  describe('whose sessions staff end', () => {
    const end = (body: object, as = modifier) => staff.post('control_user_session_end', as, { reason: 'Lost', ...body });
    let modifier: Staff;
    beforeAll(async () => {
      modifier = await staff.hire('userControl.allowModify');
    });

    it('is refused what they signed with at once, and is told by notice and mail', async () => {
      const user = await staff.service.register({ devn: 'Itel A60' });
      expect((await end({ uxid: user.userid, reqv: user.marker })).status).toBe(200);
      expect((await staff.get('user_profile_get_info', user)).status).toBe(401);
      const mails = async () => mailsTo(staff.service.config.dataDir, user.email);
      await until(async () => (await mails()).some(({ subject }) => subject === 'You were signed out of your account'));
      const [notice] = await staff.rows<{ message: string }>(
        "SELECT message FROM notice WHERE user_id = ? AND subject = 'You were signed out'",
        user.userid,
      );
      expect(notice?.message).toContain('Itel A60');
      expect(await staff.trail(`user:${user.userid}`)).toMatchObject([
        { action: 'control_user_session_end', staffId: modifier.userid, after: { sessions: [], reason: 'Lost' } },
      ]);
      const login = { emal: user.email, pswd: user.password, dvty: 'Web', dsnm: 'x' };
      expect((await staff.post('user_profile_login', undefined, login)).status).toBe(200);
    });

    it('keeps sessions of others, and ends all by all', async () => {
      const user = await staff.service.register();
      const other = await staff.service.register();
      expect(failed(await end({ uxid: user.userid, reqv: other.marker }))).toMatchObject({
        status: 404,
        id: 'session_not_found',
      });
      expect((await staff.get('user_profile_get_info', other)).status).toBe(200);
      expect((await end({ uxid: user.userid, reqv: 'all' })).status).toBe(200);
      expect((await staff.get('user_profile_get_info', user)).status).toBe(401);
      expect(failed(await end({ uxid: user.userid, reqv: 'all' }))).toMatchObject({ status: 404, id: 'session_not_found' });
      expect(failed(await end({ uxid: 'nobody', reqv: 'all' }))).toMatchObject({ status: 404, id: 'user_not_found' });
    });

    it('needs a super administrator where the user is one', async () => {
      const body = { uxid: staff.admin.userid, reqv: 'all' };
      expect(failed(await end(body))).toMatchObject({ status: 403 });
      expect((await staff.get('control_staff_profile_get', staff.admin)).status).toBe(200);
      expect(failed(await end({ uxid: ada.userid, reqv: 'all', reason: '' }))).toMatchObject({ status: 400 });
      expect(failed(await end({ uxid: ada.userid, reqv: 'all' }, clerk))).toMatchObject({ status: 403 });
    });
  });

  it('is told of in the audit trail, whoever looked', async () => {
    const reads = await staff.rows<{ action: string }>('SELECT action FROM staff_read WHERE subject = ?', `user:${ada.userid}`);
    const looked = ['control_user_session_fetch', 'control_user_balance_fetch', 'control_user_wallet_statement'];
    expect(reads.map(({ action }) => action)).toEqual(expect.arrayContaining(looked));
  });
});
