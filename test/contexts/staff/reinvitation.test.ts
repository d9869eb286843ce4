import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { failed, newAddress, permissions, StaffFixture, type Staff } from './staff-fixture.js';
import { changeRow } from '../../support/change-row.js';

const MANAGER = ['staffControl.allowCreate', 'staffControl.allowModify', 'staffControl.getDataList', 'userControl.viewDetails'];
const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

describe.each(ONE_BACKEND)('invitations and details of staff on %s', (backend) => {
  let staffApp: StaffFixture;
  let manager: Staff;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    manager = await staffApp.hire(...MANAGER);
  });
  afterAll(() => staffApp.close());

  const disable = (as: Staff, rquxid: string) => staffApp.get('control_staff_profile_disable', as, { rquxid });
  const enable = (as: Staff, rquxid: string) => staffApp.post('control_staff_profile_enable', as, { rquxid });
  const renew = (as: Staff, rquxid: string) => staffApp.post('control_staff_invitation_renew', as, { rquxid });
  const statusOf = async (uxid: string) =>
    (await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid })).body.DATA.status as string;

  describe('set-up of the second factor', () => {
    it('is not in the invitation mail, and shown while the registration is open only', async () => {
      const email = newAddress();
      const invitation = await staffApp.invite(email);
      const { DATA } = (await staffApp.registration(invitation.registrationId)).body;
      expect(DATA).toMatchObject({ twofaSecret: expect.stringMatching(/^[A-Z2-7]{32}$/), twofaAccount: email });
      expect(new URL(DATA.twofaUri as string).searchParams.get('secret')).toBe(DATA.twofaSecret);
      expect(DATA.twofaLink).toMatch(/^data:image\/png;base64,/);
      const [mail] = await mailsTo(staffApp.service.config.dataDir, email);
      for (const part of [mail!.text ?? '', String(mail!.html)]) {
        expect(part).toContain(invitation.registrationId);
        expect(part).not.toContain(DATA.twofaSecret);
        expect(part).not.toContain('otpauth:');
      }

      await staffApp.register(email, invitation);
      expect(failed(await staffApp.registration(invitation.registrationId))).toMatchObject({ status: 404, code: 400 });
    });
  });

  describe('renewing', () => {
    it('sends a new invitation and voids the earlier one', async () => {
      const email = newAddress();
      const lost = await staffApp.invite(email, 'userControl.viewDetails');
      const trackingId = await staffApp.trackingIdOf(email);
      expect((await renew(manager, trackingId)).status).toBe(200);
      const found = await staffApp.invitationTo(email, 2);
      expect([found.registrationId, found.totpSecret]).not.toContain(lost.registrationId);
      expect(found.totpSecret).not.toBe(lost.totpSecret);
      expect((await staffApp.registration(lost.registrationId)).status).toBe(404);
      await expect(staffApp.register(email, lost)).rejects.toThrow('Could not process your request');
      const staff = await staffApp.register(email, found);
      expect(staff.trackingId).toBe(trackingId);
      expect(failed(await renew(manager, trackingId))).toMatchObject({ status: 409, id: 'already_registered' });
      expect((await staffApp.trail(`staff:${trackingId}`)).at(-1)).toMatchObject({
        action: 'control_staff_invitation_renew',
        staffId: manager.userid,
      });
    });

    it('brings an expired invitation back', async () => {
      const email = newAddress();
      await staffApp.invite(email);
      const trackingId = await staffApp.trackingIdOf(email);
      await staffApp.changeProfile(email, { registration_expires: 1 });
      expect((await renew(manager, trackingId)).status).toBe(200);
      await staffApp.register(email, await staffApp.invitationTo(email, 2));
    });

    it('is refused beyond the grants of the caller, for unknown staff and for disabled ones', async () => {
      const email = newAddress();
      await staffApp.invite(email, 'helpControl.viewDetails');
      const trackingId = await staffApp.trackingIdOf(email);
      expect(failed(await renew(manager, trackingId))).toMatchObject({ status: 403, details: NO_PERMISSION });
      expect(failed(await renew(manager, 'STF-NOBODY'))).toMatchObject({ status: 404, code: 404 });
      await disable(staffApp.admin, trackingId);
      expect(failed(await renew(staffApp.admin, trackingId))).toMatchObject({ status: 409, id: 'staff_disabled' });
    });
  });

  describe('enabling', () => {
    it('brings a disabled member back to awaiting registration, with the grants of before', async () => {
      const clerk = await staffApp.hire('userControl.viewDetails');
      expect(failed(await enable(manager, clerk.trackingId))).toMatchObject({ status: 409, id: 'not_disabled' });
      await disable(manager, clerk.trackingId);
      expect((await enable(manager, clerk.trackingId)).status).toBe(200);
      expect(await statusOf(clerk.trackingId)).toBe('awaiting registration');
      expect(failed(await staffApp.login(clerk, staffApp.code(clerk.totpSecret)))).toMatchObject({ status: 401 });

      const back = await staffApp.register(clerk.email, await staffApp.invitationTo(clerk.email, 2), clerk.password);
      expect([back.userid, back.trackingId]).toEqual([clerk.userid, clerk.trackingId]);
      expect(back.totpSecret).not.toBe(clerk.totpSecret);
      const profile = (await staffApp.get('control_staff_profile_get', back)).body.DATA;
      expect(profile.userControl).toMatchObject({ viewDetails: 'YES', allowModify: 'NO' });
      expect((await staffApp.trail(`staff:${clerk.trackingId}`)).at(-1)).toMatchObject({
        action: 'control_staff_profile_enable',
        before: { status: 'inactive' },
        after: { status: 'invited' },
      });
    });

    it('invites the present address of the account', async () => {
      const clerk = await staffApp.hire();
      await disable(manager, clerk.trackingId);
      const email = newAddress();
      await changeRow(staffApp.service.app, 'user_account', clerk.userid, { email });
      // Drops the account from the cache.
      await staffApp.post('control_user_modify', staffApp.admin, { uxid: clerk.userid, fNme: 'Moved' });
      expect((await enable(manager, clerk.trackingId)).status).toBe(200);
      const back = await staffApp.register(email, await staffApp.invitationTo(email), clerk.password);
      expect(back.userid).toBe(clerk.userid);
    });

    it('is refused beyond the grants of the caller', async () => {
      const clerk = await staffApp.hire('helpControl.viewDetails');
      await disable(staffApp.admin, clerk.trackingId);
      expect(failed(await enable(manager, clerk.trackingId))).toMatchObject({ status: 403, details: NO_PERMISSION });
      expect(await statusOf(clerk.trackingId)).toBe('inactive');
    });

    it('answers one of many concurrent calls', async () => {
      const clerk = await staffApp.hire();
      await disable(manager, clerk.trackingId);
      const answers = await Promise.all(Array.from({ length: 4 }, () => enable(manager, clerk.trackingId)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    });
  });

  describe('the phone number of an invitation', () => {
    const inviteWith = (stphone: string, stemail = newAddress()) =>
      staffApp.post('control_staff_profile_create', staffApp.admin, {
        stemail,
        stphone,
        stxrole: 'Clerk',
        stxdept: 'Care',
        stafbio: 'Helps.',
        ...permissions(),
      });

    it('is kept in the international form, and is still there after the registration', async () => {
      const email = newAddress();
      expect((await inviteWith('0803 123 4599', email)).status).toBe(200);
      const trackingId = await staffApp.trackingIdOf(email);
      const shown = async () =>
        (await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid: trackingId })).body.DATA;
      expect(await shown()).toMatchObject({ stphone: '+2348031234599' });
      await staffApp.register(email, await staffApp.invitationTo(email));
      expect(await shown()).toMatchObject({ stphone: '+2348031234599' });
    });

    it.each(['', 'x', '1234567', '0803 123 456', '+999123456789'])('is refused as %j, and nobody is invited', async (stphone) => {
      const email = newAddress();
      expect(failed(await inviteWith(stphone, email)).id).toMatch(/^stphone_(invalid|required)$/);
      expect(await staffApp.rows('SELECT id FROM staff_profile WHERE email = ?', email)).toEqual([]);
    });
  });

  describe('details', () => {
    const updateDetails = (as: Staff, requxid: string, changes: object) =>
      staffApp.post('control_staff_details_update', as, { requxid, ...changes });

    it('are shown as entered, and changed as far as given', async () => {
      const clerk = await staffApp.hire();
      const shown = async () =>
        (await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid: clerk.trackingId })).body.DATA;
      expect(await shown()).toMatchObject({ stphone: '+2348031234567', stxrole: 'Clerk', stxdept: 'Care', stafbio: 'Helps.' });
      expect((await updateDetails(manager, clerk.trackingId, { stxrole: 'Lead', stafbio: 'Leads.' })).status).toBe(200);
      expect(await shown()).toMatchObject({ stphone: '+2348031234567', stxrole: 'Lead', stxdept: 'Care', stafbio: 'Leads.' });
      const { result } = (await staffApp.get('control_staff_members_fetch', staffApp.admin)).body.DATA as { result: object[] };
      expect(result).toContainEqual(expect.objectContaining({ rquxid: clerk.trackingId, stxrole: 'Lead' }));
      expect((await staffApp.trail(`staff:${clerk.trackingId}`)).at(-1)).toMatchObject({
        before: { role: 'Clerk', bio: 'Helps.' },
        after: { role: 'Lead', bio: 'Leads.' },
      });
      expect(failed(await updateDetails(manager, clerk.trackingId, {}))).toMatchObject({ status: 400 });
      for (const stphone of ['x', '1234567', '0803 123 456', '+999123456789'])
        expect(failed(await updateDetails(manager, clerk.trackingId, { stphone }))).toMatchObject({ id: 'stphone_invalid' });
      expect((await updateDetails(manager, clerk.trackingId, { stphone: '0803 123 4568' })).status).toBe(200);
      expect(await shown()).toMatchObject({ stphone: '+2348031234568' });
      expect(failed(await updateDetails(manager, 'STF-NOBODY', { stxrole: 'Lead' }))).toMatchObject({ status: 404 });
    });
  });

  describe('super administrators', () => {
    it('are renamed and changed by super administrators only', async () => {
      const modifier = await staffApp.hire(...MANAGER, 'userControl.allowModify');
      const boss = await staffApp.hire('staffControl.superadminx', 'userControl.viewDetails');
      const attempts = (as: Staff) => [
        staffApp.post('control_user_modify', as, { uxid: boss.userid, fNme: 'Changed' }),
        staffApp.post('control_staff_details_update', as, { requxid: boss.trackingId, stxrole: 'Changed' }),
        // Takes a grant that the caller holds.
        staffApp.post('control_staff_profile_update', as, {
          requxid: boss.trackingId,
          ...permissions('staffControl.superadminx'),
        }),
      ];
      for (const attempt of attempts(modifier))
        expect(failed(await attempt)).toMatchObject({ status: 403, details: NO_PERMISSION });
      const before = (await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid: boss.userid })).body.DATA;
      expect(before).not.toMatchObject({ firstName: 'Changed' });
      for (const attempt of attempts(staffApp.admin)) expect((await attempt).status).toBe(200);
      const after = (await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid: boss.userid })).body.DATA;
      expect(after).toMatchObject({ firstName: 'Changed', stxrole: 'Changed' });
    });
  });
});
