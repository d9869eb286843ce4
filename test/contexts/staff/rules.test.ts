import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { StaffFixture, failed, newAddress, permissions, type Staff } from './staff-fixture.js';

const MANAGER = ['staffControl.allowCreate', 'staffControl.allowModify', 'staffControl.getDataList', 'userControl.viewDetails'];
const SUPER = 'staffControl.superadminx';
const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

describe.each(ONE_BACKEND)('staff rules on %s', (backend) => {
  let staffApp: StaffFixture;
  let manager: Staff;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    manager = await staffApp.hire(...MANAGER);
  });
  afterAll(() => staffApp.close());

  const update = (as: Staff, requxid: string, ...grants: string[]) =>
    staffApp.post('control_staff_profile_update', as, { requxid, ...permissions(...grants) });
  const disable = (as: Staff, rquxid: string) => staffApp.get('control_staff_profile_disable', as, { rquxid });

  describe('granting', () => {
    it('adds only grants that the caller holds', async () => {
      const beyond = permissions('userControl.viewDetails', 'userControl.allowModify');
      expect(failed(await staffApp.create(manager, newAddress(), beyond))).toEqual({
        status: 403,
        id: 'permission_failed',
        details: NO_PERMISSION,
      });
      expect((await staffApp.create(manager, newAddress(), permissions('userControl.viewDetails'))).status).toBe(200);
      const clerk = await staffApp.hire();
      expect(failed(await update(manager, clerk.trackingId, 'helpControl.viewDetails'))).toEqual({
        status: 403,
        code: 401,
        id: 'beyond_own_grants',
        details: NO_PERMISSION,
      });
      expect((await update(staffApp.admin, clerk.trackingId, 'helpControl.viewDetails')).status).toBe(200);
    });

    it('removes only grants that the caller holds, so only super administrators demote one', async () => {
      expect(failed(await update(manager, staffApp.admin.trackingId, ...MANAGER))).toMatchObject({ code: 401, status: 403 });
      const clerk = await staffApp.hire('helpControl.viewDetails', 'userControl.viewDetails');
      expect(failed(await update(manager, clerk.userid))).toMatchObject({ code: 401 });
      // Unchanged grants need no permission.
      expect((await update(manager, clerk.userid, 'helpControl.viewDetails')).status).toBe(200);
      const profile = (await staffApp.get('control_staff_profile_get', clerk)).body.DATA;
      expect([profile.helpControl.viewDetails, profile.userControl.viewDetails]).toEqual(['YES', 'NO']);
    });

    it("refuses the caller's own grants", async () => {
      for (const id of [manager.userid, manager.trackingId])
        expect(failed(await update(manager, id, ...MANAGER))).toMatchObject({ code: 401, details: /own permissions/ });
    });

    it('leaves one of two super administrators who demote each other', async () => {
      const [a, b] = [await staffApp.hire(SUPER), await staffApp.hire(SUPER)];
      const answers = await Promise.all([update(a, b.trackingId), update(b, a.trackingId)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(
        await staffApp.rows('SELECT id FROM staff_profile WHERE user_id IN (?, ?) AND grants = ?', a.userid, b.userid, '[]'),
      ).toHaveLength(1);
    });

    it.each([
      ['was disabled', { status: 'inactive' }],
      ['lost the right to it', { grants: '[]' }],
    ])("inviting and disabling are refused to a caller who %s, despite the session's grants", async (_, change) => {
      const [late, clerk] = [await staffApp.hire(...MANAGER), await staffApp.hire()];
      await staffApp.changeProfile(late.email, change);
      expect(failed(await update(late, clerk.trackingId, 'userControl.viewDetails'))).toMatchObject({
        code: 401,
        details: NO_PERMISSION,
      });
      expect(failed(await update(late, clerk.trackingId))).toMatchObject({ code: 401, details: NO_PERMISSION });
      expect(failed(await disable(late, clerk.trackingId))).toMatchObject({ code: 400, details: NO_PERMISSION });
      const address = newAddress();
      expect(failed(await staffApp.create(late, address, permissions()))).toEqual({
        status: 403,
        id: 'permission_failed',
        details: NO_PERMISSION,
      });
      expect(await staffApp.rows('SELECT id FROM staff_profile WHERE email = ?', address)).toEqual([]);
      const kept = await staffApp.rows('SELECT status, grants FROM staff_profile WHERE user_id = ?', clerk.userid);
      expect(kept).toEqual([{ status: 'active', grants: '[]' }]);
    });

    it('an invitation gives no grant that the caller has just lost', async () => {
      const late = await staffApp.hire(...MANAGER);
      const left = JSON.stringify(MANAGER.filter((grant) => grant !== 'userControl.viewDetails'));
      await staffApp.changeProfile(late.email, { grants: left });
      const invite = (...grants: string[]) => staffApp.create(late, newAddress(), permissions(...grants));
      expect(failed(await invite('userControl.viewDetails'))).toMatchObject({ status: 403, id: 'permission_failed' });
      expect((await invite('staffControl.getDataList')).status).toBe(200);
    });

    it('takes effect in open sessions at once', async () => {
      const clerk = await staffApp.hire();
      const list = () => staffApp.get('control_user_data_list', clerk);
      expect(failed(await list())).toMatchObject({ status: 403, code: 400 });
      await update(staffApp.admin, clerk.trackingId, 'userControl.getDataList');
      expect((await list()).status).toBe(200);
      await update(staffApp.admin, clerk.trackingId);
      expect(failed(await list())).toMatchObject({ status: 403 });
      const { body } = await update(staffApp.admin, clerk.trackingId, 'staffControl.superadminx');
      await staffApp.approveGrants(body.DATA.MKID as string);
      expect((await list()).status).toBe(200);
    });

    it('accepts YES and NO and known names only', async () => {
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
        expect(failed(await staffApp.create(staffApp.admin, address, { ...good, [group]: value }))).toMatchObject({
          id: `${group}_invalid`,
        });
      // A missing name means NO.
      expect((await staffApp.create(staffApp.admin, address, { ...good, staffcx: {} })).status).toBe(200);
    });

    it('writes audit records', async () => {
      const clerk = await staffApp.hire('userControl.viewDetails');
      await update(staffApp.admin, clerk.trackingId, 'userControl.getDataList');
      expect(await staffApp.trail(`staff:${clerk.trackingId}`)).toMatchObject([
        { action: 'control_staff_profile_create', staffId: staffApp.admin.userid, after: { email: clerk.email } },
        {
          action: 'control_staff_profile_update',
          before: { grants: ['userControl.viewDetails'] },
          after: { grants: ['userControl.getDataList'] },
        },
      ]);
      await expect(staffApp.rows('UPDATE staff_audit SET staff_id = ?', 'nobody')).rejects.toThrow('append-only');
      await expect(staffApp.rows('DELETE FROM staff_audit')).rejects.toThrow('append-only');
    });
  });

  describe('disabling', () => {
    it('ends sessions at once and refuses staff login', async () => {
      const clerk = await staffApp.hire('userControl.getDataList');
      const other = (await staffApp.login(clerk, staffApp.code(clerk.totpSecret))).body.DATA;
      expect((await disable(manager, clerk.trackingId)).status).toBe(200);
      for (const session of [clerk, other]) expect((await staffApp.get('control_staff_profile_get', session)).status).toBe(401);
      const answer = await staffApp.login(clerk, staffApp.code(clerk.totpSecret));
      expect(failed(answer)).toEqual({ status: 401, id: 'incorrect_credentials', details: 'Incorrect credentials' });
      const profile = (await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid: clerk.trackingId })).body.DATA;
      expect(profile.status).toBe('inactive');
      // The user account remains.
      const asUser = { emal: clerk.email, pswd: clerk.password, dvty: 'iOS', dsnm: 'phone' };
      expect((await staffApp.post('user_profile_login', undefined, asUser)).status).toBe(200);
      expect(failed(await disable(manager, clerk.trackingId))).toMatchObject({ code: 404 });
    });

    it('voids an invitation', async () => {
      const email = newAddress();
      const invitation = await staffApp.invite(email);
      const [row] = await staffApp.rows<{ tracking_id: string }>('SELECT tracking_id FROM staff_profile WHERE email = ?', email);
      expect((await disable(manager, row!.tracking_id)).status).toBe(200);
      await expect(staffApp.register(email, invitation)).rejects.toThrow('Could not process your request');
    });

    it('refuses oneself, super administrators and unknown staff', async () => {
      expect(failed(await disable(manager, manager.trackingId))).toMatchObject({ code: 403, details: /own account/ });
      expect(failed(await disable(staffApp.admin, staffApp.admin.userid))).toMatchObject({ code: 403 });
      expect(failed(await disable(manager, staffApp.admin.trackingId))).toMatchObject({
        code: 400,
        details: /super administrator/,
      });
      const user = await staffApp.service.register();
      for (const nobody of [user.userid, 'STF-NOBODY'])
        expect(failed(await disable(manager, nobody))).toMatchObject({ code: 404, details: 'Could not process your request' });
    });

    it('leaves one administrator among concurrent calls', async () => {
      const [a, b] = [await staffApp.hire(...MANAGER), await staffApp.hire(...MANAGER)];
      await staffApp.rows(
        "UPDATE staff_profile SET status = 'inactive' WHERE user_id IS NOT NULL AND user_id NOT IN (?, ?)",
        a.userid,
        b.userid,
      );
      const answers = await Promise.all([disable(a, b.trackingId), disable(b, a.trackingId)]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(1);
      const left = await staffApp.rows("SELECT id FROM staff_profile WHERE status = 'active'");
      expect(left).toHaveLength(1);
    });
  });
});
