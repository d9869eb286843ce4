import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from '../../support/backend.js';
import { StaffFixture, failed, newAddress, permissions, type Staff } from './staff-fixture.js';

const MANAGER = ['staffControl.allowCreate', 'staffControl.allowModify', 'staffControl.getDataList', 'userControl.viewDetails'];
const SUPER = 'staffControl.superadminx';
const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

describe.each(BACKENDS)('what staff may do to each other on %s', (backend) => {
  let desk: StaffFixture;
  let manager: Staff;
  beforeAll(async () => {
    desk = await StaffFixture.open(backend);
    manager = await desk.hire(...MANAGER);
  });
  afterAll(() => desk.close());

  const update = (as: Staff, requxid: string, ...grants: string[]) =>
    desk.post('control_staff_profile_update', as, { requxid, ...permissions(...grants) });
  const disable = (as: Staff, rquxid: string) => desk.get('control_staff_profile_disable', as, { rquxid });

  describe('granting', () => {
    it('gives only what one holds', async () => {
      const beyond = permissions('userControl.viewDetails', 'userControl.allowModify');
      expect(failed(await desk.create(manager, newAddress(), beyond))).toEqual({
        status: 403,
        id: 'permission_failed',
        details: NO_PERMISSION,
      });
      expect((await desk.create(manager, newAddress(), permissions('userControl.viewDetails'))).status).toBe(200);
      const clerk = await desk.hire();
      expect(failed(await update(manager, clerk.trackingId, 'helpControl.viewDetails'))).toEqual({
        status: 403,
        code: 401,
        details: NO_PERMISSION,
      });
      expect((await update(desk.admin, clerk.trackingId, 'helpControl.viewDetails')).status).toBe(200);
    });

    it('takes only what one holds: nobody unmakes a super administrator who is none', async () => {
      expect(failed(await update(manager, desk.admin.trackingId, ...MANAGER))).toMatchObject({ code: 401, status: 403 });
      const clerk = await desk.hire('helpControl.viewDetails', 'userControl.viewDetails');
      expect(failed(await update(manager, clerk.userid))).toMatchObject({ code: 401 });
      // What stays as it is needs no right to it.
      expect((await update(manager, clerk.userid, 'helpControl.viewDetails')).status).toBe(200);
      const profile = (await desk.get('control_staff_profile_get', clerk)).body.DATA;
      expect([profile.helpControl.viewDetails, profile.userControl.viewDetails]).toEqual(['YES', 'NO']);
    });

    it('is no matter of one’s own', async () => {
      for (const id of [manager.userid, manager.trackingId])
        expect(failed(await update(manager, id, ...MANAGER))).toMatchObject({ code: 401, details: /own permissions/ });
    });

    it('leaves one of two super administrators who unmake each other', async () => {
      const [a, b] = [await desk.hire(SUPER), await desk.hire(SUPER)];
      const answers = await Promise.all([update(a, b.trackingId), update(b, a.trackingId)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(
        await desk.rows('SELECT id FROM staff_profile WHERE user_id IN (?, ?) AND grants = ?', a.userid, b.userid, '[]'),
      ).toHaveLength(1);
    });

    it.each([
      ['was disabled', (id: string) => desk.rows("UPDATE staff_profile SET status = 'inactive' WHERE user_id = ?", id)],
      ['lost the right to it', (id: string) => desk.rows("UPDATE staff_profile SET grants = '[]' WHERE user_id = ?", id)],
    ])(
      'and inviting and disabling are nothing for who %s a moment ago, while their session still says otherwise',
      async (_, change) => {
        const [late, clerk] = [await desk.hire(...MANAGER), await desk.hire()];
        await change(late.userid);
        expect(failed(await update(late, clerk.trackingId, 'userControl.viewDetails'))).toMatchObject({
          code: 401,
          details: NO_PERMISSION,
        });
        expect(failed(await update(late, clerk.trackingId))).toMatchObject({ code: 401, details: NO_PERMISSION });
        expect(failed(await disable(late, clerk.trackingId))).toMatchObject({ code: 400, details: NO_PERMISSION });
        const address = newAddress();
        expect(failed(await desk.create(late, address, permissions()))).toEqual({
          status: 403,
          id: 'permission_failed',
          details: NO_PERMISSION,
        });
        expect(await desk.rows('SELECT id FROM staff_profile WHERE email = ?', address)).toEqual([]);
        const kept = await desk.rows('SELECT status, grants FROM staff_profile WHERE user_id = ?', clerk.userid);
        expect(kept).toEqual([{ status: 'active', grants: '[]' }]);
      },
    );

    it('gives nothing by an invitation that one lost a moment ago', async () => {
      const late = await desk.hire(...MANAGER);
      const left = JSON.stringify(MANAGER.filter((grant) => grant !== 'userControl.viewDetails'));
      await desk.rows('UPDATE staff_profile SET grants = ? WHERE user_id = ?', left, late.userid);
      const invite = (...grants: string[]) => desk.create(late, newAddress(), permissions(...grants));
      expect(failed(await invite('userControl.viewDetails'))).toMatchObject({ status: 403, id: 'permission_failed' });
      expect((await invite('staffControl.getDataList')).status).toBe(200);
    });

    it('counts at once, in sessions that are open', async () => {
      const clerk = await desk.hire();
      const list = () => desk.get('control_user_data_list', clerk);
      expect(failed(await list())).toMatchObject({ status: 403, code: 400 });
      await update(desk.admin, clerk.trackingId, 'userControl.getDataList');
      expect((await list()).status).toBe(200);
      await update(desk.admin, clerk.trackingId);
      expect(failed(await list())).toMatchObject({ status: 403 });
      await update(desk.admin, clerk.trackingId, 'staffControl.superadminx');
      expect((await list()).status).toBe(200);
    });

    it('knows YES and NO, and the names that there are', async () => {
      const address = newAddress();
      const good = permissions('userControl.viewDetails');
      const bad: [string, unknown][] = [
        ['staffcx', { allowCreate: 'yes' }],
        ['statscx', { everything: 'YES' }],
        ['offercx', ['allowCreate']],
        ['helpscx', 'YES'],
        ['userscx', { allowModify: true }],
        ['othercx', { toString: 'YES' }],
      ];
      for (const [group, value] of bad)
        expect(failed(await desk.create(desk.admin, address, { ...good, [group]: value }))).toMatchObject({
          id: `${group}_invalid`,
        });
      // What is left out is NO.
      expect((await desk.create(desk.admin, address, { ...good, staffcx: {} })).status).toBe(200);
    });

    it('leaves a trail', async () => {
      const clerk = await desk.hire('userControl.viewDetails');
      await update(desk.admin, clerk.trackingId, 'userControl.getDataList');
      expect(await desk.trail(`staff:${clerk.trackingId}`)).toMatchObject([
        { action: 'control_staff_profile_create', staffId: desk.admin.userid, after: { email: clerk.email } },
        {
          action: 'control_staff_profile_update',
          before: { grants: ['userControl.viewDetails'] },
          after: { grants: ['userControl.getDataList'] },
        },
      ]);
      await expect(desk.rows('UPDATE staff_audit SET staff_id = ?', 'nobody')).rejects.toThrow('append-only');
      await expect(desk.rows('DELETE FROM staff_audit')).rejects.toThrow('append-only');
    });
  });

  describe('disabling', () => {
    it('ends sessions at once, and lets nobody in again', async () => {
      const clerk = await desk.hire('userControl.getDataList');
      const other = (await desk.login(clerk, desk.code(clerk.totpSecret))).body.DATA;
      expect((await disable(manager, clerk.trackingId)).status).toBe(200);
      for (const session of [clerk, other]) expect((await desk.get('control_staff_profile_get', session)).status).toBe(401);
      const answer = await desk.login(clerk, desk.code(clerk.totpSecret));
      expect(failed(answer)).toEqual({ status: 401, details: 'Incorrect credentials' });
      const profile = (await desk.get('control_staff_profile_info', desk.admin, { uxid: clerk.trackingId })).body.DATA;
      expect(profile.status).toBe('inactive');
      // The account is still a user's.
      const asUser = { emal: clerk.email, pswd: clerk.password, dvty: 'iOS', dsnm: 'phone' };
      expect((await desk.post('user_profile_login', undefined, asUser)).status).toBe(200);
      expect(failed(await disable(manager, clerk.trackingId))).toMatchObject({ code: 404 });
    });

    it('takes an invitation back', async () => {
      const email = newAddress();
      const invitation = await desk.invite(email);
      const [row] = await desk.rows<{ tracking_id: string }>('SELECT tracking_id FROM staff_profile WHERE email = ?', email);
      expect((await disable(manager, row!.tracking_id)).status).toBe(200);
      await expect(desk.register(email, invitation)).rejects.toThrow('Could not process your request');
    });

    it('is not for oneself, super administrators, or nobody', async () => {
      expect(failed(await disable(manager, manager.trackingId))).toMatchObject({ code: 403, details: /own account/ });
      expect(failed(await disable(desk.admin, desk.admin.userid))).toMatchObject({ code: 403 });
      expect(failed(await disable(manager, desk.admin.trackingId))).toMatchObject({ code: 400, details: /super administrator/ });
      const user = await desk.service.register();
      for (const nobody of [user.userid, 'STF-NOBODY'])
        expect(failed(await disable(manager, nobody))).toMatchObject({ code: 404, details: 'Could not process your request' });
    });

    it('leaves one administrator, however many disable each other at once', async () => {
      const [a, b] = [await desk.hire(...MANAGER), await desk.hire(...MANAGER)];
      await desk.rows(
        "UPDATE staff_profile SET status = 'inactive' WHERE user_id IS NOT NULL AND user_id NOT IN (?, ?)",
        a.userid,
        b.userid,
      );
      const answers = await Promise.all([disable(a, b.trackingId), disable(b, a.trackingId)]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(1);
      const left = await desk.rows("SELECT id FROM staff_profile WHERE status = 'active'");
      expect(left).toHaveLength(1);
    });
  });
});
