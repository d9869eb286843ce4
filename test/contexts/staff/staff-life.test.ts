import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { StaffFixture, failed, newAddress, permissions, type Staff } from './staff-fixture.js';

const HOUR_MS = 3_600_000;
const WRONG_CODE = '000000';

describe.each(BACKENDS)('staff on %s', (backend) => {
  let desk: StaffFixture;
  beforeAll(async () => {
    desk = await StaffFixture.open(backend);
  });
  afterAll(() => desk.close());

  describe('an invitation', () => {
    it('is mailed, tells whose it is, and makes a staff member with an account of their own', async () => {
      const email = newAddress();
      const invitation = await desk.invite(email, 'userControl.getDataList');
      const query = { rqvl: invitation.registrationId };
      const info = (await desk.call('control_staff_register_info', { method: 'POST', query })).body.DATA;
      expect(info).toMatchObject({ userid: '', status: 'awaiting registration', rquxid: expect.stringMatching(/^STF-/) });

      const staff = await desk.register(email, invitation);
      expect(staff).toMatchObject({ userid: expect.stringMatching(/^\w{26}$/), status: 'active' });
      const profile = (await desk.get('control_staff_profile_get', staff)).body.DATA;
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
      // The account is a user's as well.
      const asUser = { emal: email, pswd: staff.password, dvty: 'iOS', dsnm: 'phone' };
      expect((await desk.post('user_profile_login', undefined, asUser)).status).toBe(200);
    });

    it('is good once, seven days, and for its address', async () => {
      const email = newAddress();
      const invitation = await desk.invite(email);
      const register = async (over: object = {}) => {
        const body = { rgid: invitation.registrationId, emal: email, pswd: 'Correct-horse-7' };
        return desk.post('control_staff_profile_register', undefined, {
          ...body,
          pinc: desk.code(invitation.totpSecret),
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
      const ranOut = await desk.invite(late);
      desk.clock.time += 7 * 24 * HOUR_MS;
      const tooLate = { rgid: ranOut.registrationId, emal: late, pswd: 'Correct-horse-7', pinc: desk.code(ranOut.totpSecret) };
      expect(failed(await desk.post('control_staff_profile_register', undefined, tooLate))).toMatchObject({ code: 400 });
      // Their week is over, so they can be invited again; the sessions of the administrator are over as well.
      desk.admin = { ...desk.admin, ...(await desk.login(desk.admin, desk.code(desk.admin.totpSecret))).body.DATA };
      await desk.create(desk.admin, late, permissions('helpControl.viewDetails'));
      const again = await desk.register(late, await desk.invitationTo(late, 2));
      const profile = (await desk.get('control_staff_profile_get', again)).body.DATA;
      expect(profile.helpControl).toMatchObject({ viewDetails: 'YES', allowModify: 'NO' });
    });

    it('asks who has an account for its password', async () => {
      const user = await desk.service.register();
      const invitation = await desk.invite(user.email, 'helpControl.getDataList');
      const body = { rgid: invitation.registrationId, emal: user.email };
      const wrong = { ...body, pswd: 'Wrong-horse-7', pinc: desk.code(invitation.totpSecret) };
      const refused = failed(await desk.post('control_staff_profile_register', undefined, wrong));
      expect(refused).toMatchObject({ code: 400, details: 'Incorrect credentials' });
      const staff = await desk.register(user.email, invitation, user.password);
      expect(staff.userid).toBe(user.userid);
    });

    it('goes to one address once, of many at the same moment', async () => {
      const email = newAddress();
      const answers = await Promise.all(Array.from({ length: 8 }, () => desk.create(desk.admin, email, permissions())));
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200,
        ...Array<number>(7).fill(409),
      ]);
    });

    it('goes to nobody twice, and not to oneself', async () => {
      const create = (email: string) => desk.create(desk.admin, email, permissions());
      const hired = await desk.hire();
      expect(failed(await create(hired.email.toUpperCase()))).toMatchObject({ status: 409, id: 'staff_already_exists' });
      expect(failed(await create(desk.admin.email))).toMatchObject({ status: 400, id: 'self_grant' });
    });
  });

  describe('signing in', () => {
    let clerk: Staff;
    beforeAll(async () => {
      clerk = await desk.hire('userControl.getDataList');
    });

    it('takes password and code, and each code once', async () => {
      const code = desk.code(clerk.totpSecret);
      const first = await desk.login(clerk, code);
      expect(first.body.DATA).toMatchObject({ userid: clerk.userid, status: 'active', pbcKey: expect.any(String) });
      const again = failed(await desk.login(clerk, code));
      expect(again).toMatchObject({ status: 400, id: 'pinc_invalid', details: 'Invalid authentication code' });
      expect(again.code).toBeUndefined();
      // The one before was good, until a later one was used.
      expect(failed(await desk.login(clerk, desk.codeNow(clerk.totpSecret, -1)))).toMatchObject({ id: 'pinc_invalid' });
      expect((await desk.login(clerk, desk.codeNow(clerk.totpSecret, 1))).status).toBe(200);
      expect(failed(await desk.login(clerk, desk.codeNow(clerk.totpSecret, 2)))).toMatchObject({ id: 'pinc_invalid' });
    });

    it('of many requests with one code, one is let in', async () => {
      desk.clock.time += HOUR_MS;
      const code = desk.code(clerk.totpSecret);
      const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => desk.login(clerk, code, { dsnm: `race-${n}` })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      desk.clock.time += HOUR_MS / 2;
    });

    it('says the same to a wrong password, to nobody, and to who is no staff', async () => {
      const user = await desk.service.register();
      const answers = [
        await desk.login({ ...clerk, password: 'Wrong-horse-7' }, desk.code(clerk.totpSecret)),
        await desk.login({ ...clerk, email: newAddress() }, WRONG_CODE),
        await desk.login({ ...clerk, email: user.email, password: user.password }, WRONG_CODE),
      ].map(failed);
      for (const answer of answers) expect(answer).toEqual({ status: 401, details: 'Incorrect credentials' });
    });

    it('slows down who guesses codes, wherever they come from', async () => {
      const guesser = await desk.hire();
      for (let n = 0; n < 5; n++) expect(failed(await desk.login(guesser, WRONG_CODE))).toMatchObject({ id: 'pinc_invalid' });
      const slowed = await desk.login(guesser, desk.codeNow(guesser.totpSecret, 1));
      expect(slowed.status).toBe(429);
      expect(slowed.headers.get('retry-after')).toBe('1');
      expect((await desk.login(guesser, desk.code(guesser.totpSecret))).status).toBe(200);
    });

    it('lasts eight hours from the login, whatever rotations there are', async () => {
      const session = (await desk.login(clerk, desk.code(clerk.totpSecret))).body.DATA;
      expect(Number(session.expires)).toBe(Math.floor((desk.clock.now() + 8 * HOUR_MS) / 1000));
      let present = session;
      for (let rotation = 0; rotation < 2; rotation++) {
        desk.clock.time += 3.5 * HOUR_MS;
        const rotated = (await desk.get('user_authentication', present)).body.DATA;
        expect(rotated.expires).toBe(session.expires);
        present = { ...session, secret: rotated.secret };
        expect((await desk.get('control_user_data_list', present)).status).toBe(200);
      }
      desk.clock.time += 1.1 * HOUR_MS;
      expect((await desk.get('user_authentication', present)).status).toBe(401);
      expect((await desk.get('control_user_data_list', present)).status).toBe(401);
      desk.admin = { ...desk.admin, ...(await desk.login(desk.admin, desk.code(desk.admin.totpSecret))).body.DATA };
    });

    it('is on record, failed codes too', async () => {
      await desk.login(clerk, WRONG_CODE);
      await desk.login(clerk, desk.code(clerk.totpSecret), { dvnm: 'Firefox' });
      await expect
        .poll(async () => {
          const { DATA } = (await desk.get('control_staff_login_history', desk.admin, { uxid: clerk.trackingId })).body;
          return (DATA.result as { outcome: string; devname: string; userid: string }[]).slice(0, 2);
        })
        .toMatchObject([
          { outcome: 'success', devname: 'Firefox', userid: clerk.userid },
          { outcome: 'failed', userid: clerk.userid },
        ]);
      const user = await desk.service.register();
      const ofUser = await desk.get('control_staff_login_history', desk.admin, { uxid: user.userid });
      expect(failed(ofUser)).toMatchObject({ code: 403, status: 404 });
    });
  });

  describe('the members', () => {
    it('are listed, page by page and newest first', async () => {
      for (let n = 0; n < 17; n++) await desk.invite(newAddress());
      const seen: string[] = [];
      let page = '';
      do {
        const { DATA } = (await desk.get('control_staff_members_fetch', desk.admin, { page })).body;
        seen.push(...(DATA.result as { marker: string }[]).map(({ marker }) => marker));
        page = DATA.pagination as string;
      } while (page !== '');
      const [count] = await desk.rows<{ n: number }>('SELECT COUNT(*) AS n FROM staff_profile');
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(count!.n);
    });

    it('are found by user id and by tracking id', async () => {
      const clerk = await desk.hire();
      const [byUser, byTracking] = await Promise.all(
        [clerk.userid, clerk.trackingId].map((uxid) => desk.get('control_staff_profile_info', desk.admin, { uxid })),
      );
      expect(byUser!.body.DATA).toEqual(byTracking!.body.DATA);
      expect(byUser!.body.DATA).toMatchObject({ userid: clerk.userid, rquxid: clerk.trackingId });
      const nobody = await desk.get('control_staff_profile_info', desk.admin, { uxid: 'STF-NOBODY' });
      expect(failed(nobody)).toMatchObject({ code: 403, status: 404, details: 'No data matching your query was found' });
    });
  });

  describe('a second factor', () => {
    it('is shown to super administrators as a key and a picture of its link', async () => {
      const clerk = await desk.hire();
      const { DATA } = (await desk.get('control_staff_twofa_fetch', desk.admin, { rqvl: clerk.trackingId })).body;
      expect(DATA).toMatchObject({ twofaSecret: clerk.totpSecret, twofaAccount: clerk.email, twofaStatus: true });
      const png = Buffer.from(/^data:image\/png;base64,(.+)$/.exec(DATA.twofaLink as string)![1]!, 'base64');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect((await desk.trail(`staff:${clerk.trackingId}`)).at(-1)).toMatchObject({
        action: 'control_staff_twofa_fetch',
        staffId: desk.admin.userid,
      });
    });

    it('is confirmed by its first code', async () => {
      const email = newAddress();
      await desk.invite(email);
      const [row] = await desk.rows<{ tracking_id: string }>('SELECT tracking_id FROM staff_profile WHERE email = ?', email);
      const { DATA } = (await desk.get('control_staff_twofa_fetch', desk.admin, { rqvl: row!.tracking_id })).body;
      expect(DATA.twofaStatus).toBe(false);
    });

    it('is validated by a code, which is used up', async () => {
      const clerk = await desk.hire();
      const pinc = desk.code(clerk.totpSecret);
      expect((await desk.post('control_staff_twofa_validate', clerk, { pinc })).status).toBe(200);
      expect(failed(await desk.post('control_staff_twofa_validate', clerk, { pinc }))).toMatchObject({ code: 400 });
      expect(failed(await desk.login(clerk, pinc))).toMatchObject({ id: 'pinc_invalid' });
    });

    it('is decrypted and reset after a code of one’s own', async () => {
      const clerk = await desk.hire();
      for (const action of ['control_staff_twofa_decrypt', 'control_staff_twofa_reset']) {
        const refused = await desk.post(action, desk.admin, { rqvl: clerk.trackingId, pinc: desk.code(clerk.totpSecret) });
        expect(failed(refused)).toMatchObject({ code: 400, id: 'pinc_invalid' });
      }
      const byCode = (rqvl: string) => ({ rqvl, pinc: desk.code(desk.admin.totpSecret) });
      const shown = (await desk.post('control_staff_twofa_decrypt', desk.admin, byCode(clerk.trackingId))).body.DATA;
      expect(shown.twofaSecret).toBe(clerk.totpSecret);
      expect(failed(await desk.post('control_staff_twofa_decrypt', desk.admin, byCode('nobody')))).toMatchObject({ code: 404 });

      const reset = (await desk.post('control_staff_twofa_reset', desk.admin, byCode(clerk.trackingId))).body.DATA;
      expect(reset).toMatchObject({ twofaStatus: false, twofaAccount: clerk.email });
      expect(reset.twofaSecret).not.toBe(clerk.totpSecret);
      expect((await desk.get('control_staff_profile_get', clerk)).status).toBe(401);
      expect(failed(await desk.login(clerk, desk.code(clerk.totpSecret)))).toMatchObject({ id: 'pinc_invalid' });
      expect((await desk.login(clerk, desk.code(reset.twofaSecret as string))).status).toBe(200);
      await expect
        .poll(async () => (await mailsTo(desk.service.config.dataDir, clerk.email)).map(({ subject }) => subject))
        .toContain('Your authenticator key was reset');
      const mails = await mailsTo(desk.service.config.dataDir, clerk.email);
      expect(mails.some(({ text }) => text?.includes(reset.twofaSecret as string))).toBe(false);
    });
  });
});
