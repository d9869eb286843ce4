import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { StaffFixture, failed, newAddress, permissions, type Staff } from './staff-fixture.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WRONG_CODE = '000000';

describe.each(ONE_BACKEND)('staff on %s', (backend) => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
  });
  afterAll(() => staffApp.close());

  const signAdminIn = async () => {
    const { body } = await staffApp.login(staffApp.admin, staffApp.code(staffApp.admin.totpSecret));
    staffApp.admin = { ...staffApp.admin, ...body.DATA };
  };

  describe('invitation', () => {
    it('is mailed, shows its details, and registers a staff member with an account', async () => {
      const email = newAddress();
      const invitation = await staffApp.invite(email, 'userControl.getDataList');
      const query = { rqvl: invitation.registrationId };
      const info = (await staffApp.call('control_staff_register_info', { method: 'POST', query })).body.DATA;
      expect(info).toMatchObject({ userid: '', status: 'awaiting registration', rquxid: expect.stringMatching(/^STF-/) });

      const staff = await staffApp.register(email, invitation);
      expect(staff).toMatchObject({ userid: expect.stringMatching(/^\w{26}$/), status: 'active' });
      const profile = (await staffApp.get('control_staff_profile_get', staff)).body.DATA;
      expect(profile).toMatchObject({
        marker: info.marker,
        rquxid: info.rquxid,
        userid: staff.userid,
        emailAddress: email,
        emailVerify: 'verified',
        officerName: 'Sola Ade',
        status: 'active',
        userControl: { getDataList: 'YES', viewDetails: 'NO', allowModify: 'NO' },
        staffControl: { superadminx: 'NO' },
      });
      // The user account remains.
      const asUser = { emal: email, pswd: staff.password, dvty: 'iOS', dsnm: 'phone' };
      expect((await staffApp.post('user_profile_login', undefined, asUser)).status).toBe(200);
    });

    it('is valid once, for seven days, and for its address', async () => {
      const email = newAddress();
      const invitation = await staffApp.invite(email);
      const register = async (over: object = {}) => {
        const body = { rgid: invitation.registrationId, emal: email, pswd: 'Correct-horse-7' };
        return staffApp.post('control_staff_profile_register', undefined, {
          ...body,
          pinc: staffApp.code(invitation.totpSecret),
          ...over,
        });
      };
      expect(failed(await register({ emal: newAddress() }))).toMatchObject({ code: 400, details: 'Incorrect credentials' });
      expect(failed(await register({ pinc: WRONG_CODE }))).toMatchObject({ code: 400, id: 'pinc_invalid' });
      expect(failed(await register({ pswd: 'short' }))).toMatchObject({ code: 400, id: 'pswd_invalid' });
      expect(failed(await register({ rgid: 'x'.repeat(43) }))).toMatchObject({
        code: 400,
        details: 'Could not process your request',
      });
      expect((await register()).status).toBe(200);
      expect(failed(await register())).toMatchObject({ code: 400, details: 'Could not process your request' });

      const late = newAddress();
      const ranOut = await staffApp.invite(late);
      staffApp.clock.time += 7 * 24 * HOUR_MS;
      const tooLate = {
        rgid: ranOut.registrationId,
        emal: late,
        pswd: 'Correct-horse-7',
        pinc: staffApp.code(ranOut.totpSecret),
      };
      expect(failed(await staffApp.post('control_staff_profile_register', undefined, tooLate))).toMatchObject({ code: 400 });
      // After a week, when invitation and sessions have expired.
      await signAdminIn();
      await staffApp.create(staffApp.admin, late, permissions('helpControl.viewDetails'));
      const again = await staffApp.register(late, await staffApp.invitationTo(late, 2));
      const profile = (await staffApp.get('control_staff_profile_get', again)).body.DATA;
      expect(profile.helpControl).toMatchObject({ viewDetails: 'YES', allowModify: 'NO' });
    });

    it('requires the password of an existing account', async () => {
      const user = await staffApp.service.register();
      const invitation = await staffApp.invite(user.email, 'helpControl.getDataList');
      const body = { rgid: invitation.registrationId, emal: user.email };
      const wrong = { ...body, pswd: 'Wrong-horse-7', pinc: staffApp.code(invitation.totpSecret) };
      const refused = failed(await staffApp.post('control_staff_profile_register', undefined, wrong));
      expect(refused).toMatchObject({ code: 400, details: 'Incorrect credentials' });
      const staff = await staffApp.register(user.email, invitation, user.password);
      expect(staff.userid).toBe(user.userid);
    });

    it('is sent once to an address among concurrent calls', async () => {
      const email = newAddress();
      const answers = await Promise.all(Array.from({ length: 8 }, () => staffApp.create(staffApp.admin, email, permissions())));
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200,
        ...Array<number>(7).fill(409),
      ]);
    });

    it('is refused for staff and for the caller', async () => {
      const create = (email: string) => staffApp.create(staffApp.admin, email, permissions());
      const hired = await staffApp.hire();
      expect(failed(await create(hired.email.toUpperCase()))).toMatchObject({ status: 409, id: 'staff_already_exists' });
      expect(failed(await create(staffApp.admin.email))).toMatchObject({ status: 400, id: 'self_grant' });
    });
  });

  describe('login', () => {
    let clerk: Staff;
    beforeAll(async () => {
      clerk = await staffApp.hire('userControl.getDataList');
    });

    it('needs password and code, and accepts each code once', async () => {
      const code = staffApp.code(clerk.totpSecret);
      const first = await staffApp.login(clerk, code);
      expect(first.body.DATA).toMatchObject({ userid: clerk.userid, status: 'active', pbcKey: expect.any(String) });
      const again = failed(await staffApp.login(clerk, code));
      expect(again).toMatchObject({ status: 400, id: 'pinc_invalid', details: 'Invalid authentication code' });
      expect(again.code).toBeUndefined();
      // An earlier code is refused once a later one was used.
      expect(failed(await staffApp.login(clerk, staffApp.codeNow(clerk.totpSecret, -1)))).toMatchObject({ id: 'pinc_invalid' });
      expect((await staffApp.login(clerk, staffApp.codeNow(clerk.totpSecret, 1))).status).toBe(200);
      expect(failed(await staffApp.login(clerk, staffApp.codeNow(clerk.totpSecret, 2)))).toMatchObject({ id: 'pinc_invalid' });
    });

    it('accepts one of many concurrent requests with the same code', async () => {
      staffApp.clock.time += HOUR_MS;
      const code = staffApp.code(clerk.totpSecret);
      const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => staffApp.login(clerk, code, { dsnm: `race-${n}` })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      staffApp.clock.time += HOUR_MS / 2;
      // Idle for longer than half an hour.
      await signAdminIn();
    });

    it('answers alike for a wrong password, an unknown address and a user who is not staff', async () => {
      const user = await staffApp.service.register();
      const answers = [
        await staffApp.login({ ...clerk, password: 'Wrong-horse-7' }, staffApp.code(clerk.totpSecret)),
        await staffApp.login({ ...clerk, email: newAddress() }, WRONG_CODE),
        await staffApp.login({ ...clerk, email: user.email, password: user.password }, WRONG_CODE),
      ].map(failed);
      for (const answer of answers)
        expect(answer).toEqual({ status: 401, id: 'incorrect_credentials', details: 'Incorrect credentials' });
    });

    it('delays wrong codes, from all addresses together', async () => {
      const guesser = await staffApp.hire();
      for (let n = 0; n < 5; n++) expect(failed(await staffApp.login(guesser, WRONG_CODE))).toMatchObject({ id: 'pinc_invalid' });
      const slowed = await staffApp.login(guesser, staffApp.codeNow(guesser.totpSecret, 1));
      expect(slowed.status).toBe(429);
      expect(slowed.headers.get('retry-after')).toBe('1');
      expect((await staffApp.login(guesser, staffApp.code(guesser.totpSecret))).status).toBe(200);
    });

    it('sessions last eight hours from the login, whatever rotations', async () => {
      const session = (await staffApp.login(clerk, staffApp.code(clerk.totpSecret))).body.DATA;
      expect(Number(session.expires)).toBe(Math.floor((staffApp.clock.now() + 8 * HOUR_MS) / 1000));
      let present = session;
      // In steps that are no idle half hour, to four minutes before the end.
      for (let rotation = 0; rotation < 17; rotation++) {
        staffApp.clock.time += 28 * MINUTE_MS;
        const rotated = (await staffApp.get('user_authentication', present)).body.DATA;
        expect(rotated.expires).toBe(session.expires);
        present = { ...session, secret: rotated.secret };
        expect((await staffApp.get('control_user_data_list', present)).status).toBe(200);
      }
      staffApp.clock.time += 5 * MINUTE_MS;
      expect((await staffApp.get('user_authentication', present)).status).toBe(401);
      expect((await staffApp.get('control_user_data_list', present)).status).toBe(401);
      await signAdminIn();
    });

    it('is recorded, failed codes included', async () => {
      await staffApp.login(clerk, WRONG_CODE);
      await staffApp.login(clerk, staffApp.code(clerk.totpSecret), { dvnm: 'Firefox' });
      await expect
        .poll(async () => {
          const { DATA } = (await staffApp.get('control_staff_login_history', staffApp.admin, { uxid: clerk.trackingId })).body;
          return (DATA.result as { outcome: string; devname: string; userid: string }[]).slice(0, 2);
        })
        .toMatchObject([
          { outcome: 'success', devname: 'Firefox', userid: clerk.userid },
          { outcome: 'failed', userid: clerk.userid },
        ]);
      const user = await staffApp.service.register();
      const ofUser = await staffApp.get('control_staff_login_history', staffApp.admin, { uxid: user.userid });
      expect(failed(ofUser)).toMatchObject({ code: 403, status: 404 });
    });
  });

  describe('members', () => {
    it('are listed by pages, newest first', async () => {
      for (let n = 0; n < 17; n++) await staffApp.invite(newAddress());
      const seen: string[] = [];
      let page = '';
      do {
        const { DATA } = (await staffApp.get('control_staff_members_fetch', staffApp.admin, { page })).body;
        seen.push(...(DATA.result as { marker: string }[]).map(({ marker }) => marker));
        page = DATA.pagination as string;
      } while (page !== '');
      const [count] = await staffApp.rows<{ n: number }>('SELECT COUNT(*) AS n FROM staff_profile');
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(count!.n);
    });

    it('are found by user id and by tracking id', async () => {
      const clerk = await staffApp.hire();
      const [byUser, byTracking] = await Promise.all(
        [clerk.userid, clerk.trackingId].map((uxid) => staffApp.get('control_staff_profile_info', staffApp.admin, { uxid })),
      );
      expect(byUser!.body.DATA).toEqual(byTracking!.body.DATA);
      expect(byUser!.body.DATA).toMatchObject({ userid: clerk.userid, rquxid: clerk.trackingId });
      const nobody = await staffApp.get('control_staff_profile_info', staffApp.admin, { uxid: 'STF-NOBODY' });
      expect(failed(nobody)).toMatchObject({ code: 403, status: 404, details: 'No data matching your query was found' });
    });
  });

  describe('second factor', () => {
    it('is shown with secret and QR code to its owner, and without to others', async () => {
      const clerk = await staffApp.hire();
      const fetched = async (rqvl: string) =>
        (await staffApp.get('control_staff_twofa_fetch', staffApp.admin, { rqvl })).body.DATA;
      const status = { twofaSecret: '', twofaAccount: clerk.email, twofaStatus: true, twofaLink: '' };
      for (const id of [clerk.trackingId, clerk.userid]) expect(await fetched(id)).toEqual(status);
      const own = await fetched(staffApp.admin.trackingId);
      expect(own).toMatchObject({ twofaSecret: staffApp.admin.totpSecret, twofaAccount: staffApp.admin.email });
      expectPng(own.twofaLink as string);
    });

    it('is confirmed by its first code', async () => {
      const email = newAddress();
      await staffApp.invite(email);
      const [row] = await staffApp.rows<{ tracking_id: string }>('SELECT tracking_id FROM staff_profile WHERE email = ?', email);
      const { DATA } = (await staffApp.get('control_staff_twofa_fetch', staffApp.admin, { rqvl: row!.tracking_id })).body;
      expect(DATA.twofaStatus).toBe(false);
    });

    it('is validated by a code, which is used up', async () => {
      const clerk = await staffApp.hire();
      const pinc = staffApp.code(clerk.totpSecret);
      expect((await staffApp.post('control_staff_twofa_validate', clerk, { pinc })).status).toBe(200);
      expect(failed(await staffApp.post('control_staff_twofa_validate', clerk, { pinc }))).toMatchObject({ code: 400 });
      expect(failed(await staffApp.login(clerk, pinc))).toMatchObject({ id: 'pinc_invalid' });
    });

    it("is decrypted and reset after the caller's own code", async () => {
      const clerk = await staffApp.hire();
      for (const action of ['control_staff_twofa_decrypt', 'control_staff_twofa_reset']) {
        const refused = await staffApp.post(action, staffApp.admin, {
          rqvl: clerk.trackingId,
          pinc: staffApp.code(clerk.totpSecret),
        });
        expect(failed(refused)).toMatchObject({ code: 400, id: 'pinc_invalid' });
      }
      const byCode = (rqvl: string) => ({ rqvl, pinc: staffApp.code(staffApp.admin.totpSecret) });
      const shown = (await staffApp.post('control_staff_twofa_decrypt', staffApp.admin, byCode(clerk.trackingId))).body.DATA;
      expect(shown.twofaSecret).toBe(clerk.totpSecret);
      expectPng(shown.twofaLink as string);
      expect((await staffApp.trail(`staff:${clerk.trackingId}`)).at(-1)).toMatchObject({
        action: 'control_staff_twofa_decrypt',
        staffId: staffApp.admin.userid,
      });
      expect(failed(await staffApp.post('control_staff_twofa_decrypt', staffApp.admin, byCode('nobody')))).toMatchObject({
        code: 404,
      });

      const reset = (await staffApp.post('control_staff_twofa_reset', staffApp.admin, byCode(clerk.trackingId))).body.DATA;
      expect(reset).toMatchObject({ twofaStatus: false, twofaAccount: clerk.email });
      expect(reset.twofaSecret).not.toBe(clerk.totpSecret);
      expect((await staffApp.get('control_staff_profile_get', clerk)).status).toBe(401);
      expect(failed(await staffApp.login(clerk, staffApp.code(clerk.totpSecret)))).toMatchObject({ id: 'pinc_invalid' });
      expect((await staffApp.login(clerk, staffApp.code(reset.twofaSecret as string))).status).toBe(200);
      await expect
        .poll(async () => (await mailsTo(staffApp.service.config.dataDir, clerk.email)).map(({ subject }) => subject))
        .toContain('Your authenticator key was reset');
      const mails = await mailsTo(staffApp.service.config.dataDir, clerk.email);
      expect(mails.some(({ text }) => text?.includes(reset.twofaSecret as string))).toBe(false);
    });
  });
});

function expectPng(dataUrl: string): void {
  const png = Buffer.from(/^data:image\/png;base64,(.+)$/.exec(dataUrl)![1]!, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
}
