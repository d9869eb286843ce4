import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasher } from '../../../src/contexts/sign-in/credentials.js';
import { AbuseJobs } from '../../../src/contexts/abuse/abuse.jobs.js';
import { SignInJobs } from '../../../src/contexts/sign-in/sign-in.jobs.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';
import { changeRow } from '../../support/change-row.js';

describe.each(ONE_BACKEND)('accounts and sessions on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend);
  });
  afterAll(() => test.close());

  it('registration opens a wallet, sends the welcome and signs in', async () => {
    const { body } = await test.register('Ada@Example.com', { tktp: 'expo', phtk: 'token-1', chid: 'main' });
    expect(body.DATA).toEqual({
      marker: expect.any(String) as string,
      userid: expect.any(String) as string,
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      pbcKey: expect.stringMatching(/^[\w-]{32}$/) as string,
      expires: String(Math.floor(test.clock.time / 1000) + 86_400),
    });
    const profile = await test.client.get('user_profile_get_info', { as: body.DATA });
    expect(profile.body.DATA).toMatchObject({
      marker: body.DATA.userid,
      username: expect.stringMatching(/^ada\d{4}$/) as string,
      emailAddress: 'ada@example.com',
      emailVerify: 'unverified',
      balance: 0,
      rewardLevel: 'bronze',
      referralCode: expect.stringMatching(/^[2-9A-Z]{8}$/) as string,
      referrerid: '',
      status: 'active',
    });
    const notices = await test.client.get('user_notice_fetch', { as: body.DATA });
    expect(notices.body.DATA.result).toMatchObject([{ subject: 'Welcome' }]);
    const pushes = await test.client.get('user_notification_fetch', { as: body.DATA, query: { rqtp: 'user' } });
    expect(pushes.body.DATA).toMatchObject([{ token_type: 'expo', push_token: 'token-1', channel_Id: 'main' }]);
    expect(test.mailer.to('ada@example.com').map(({ template }) => template.name)).toEqual(['welcome']);
  });

  it('registers an address once, also concurrently', async () => {
    const answers = await Promise.all([test.register('twice@example.com'), test.register('twice@example.com')]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const third = await test.register('TWICE@example.com');
    expect(third.body.ERRORS).toMatchObject({ CODE: 401, MSG: 'Email already registered' });
  });

  it('refuses weak and common passwords and unknown referral codes', async () => {
    const weak = await test.register('weak@example.com', { pswd: 'alllowercase1' });
    expect(weak.body.ERRORS).toMatchObject({ CODE: 401, ID: 'pswd_invalid' });
    const common = await test.register('weak@example.com', { pswd: 'P@ssw0rd123' });
    expect(common.body.ERRORS).toMatchObject({ CODE: 401, ID: 'pswd_invalid' });
    const referred = await test.register('weak@example.com', { refx: 'NOBODY22' });
    expect(referred.body.ERRORS).toMatchObject({ CODE: 401, ID: 'refx_invalid' });
    const missing = await test.register('weak@example.com', { devt: '' });
    expect(missing.body.ERRORS).toMatchObject({ CODE: 401, ID: 'devt_required' });
  });

  it('links a referred user to the referrer', async () => {
    const inviter = (await test.register('inviter@example.com')).body.DATA;
    const { referralCode } = (await test.client.get('user_profile_get_info', { as: inviter })).body.DATA;
    const invited = (await test.register('invited@example.com', { refx: referralCode.toLowerCase() })).body.DATA;
    const profile = await test.client.get('user_profile_get_info', { as: invited });
    expect(profile.body.DATA.referrerid).toBe(inviter.userid);
    expect((await test.client.get('user_profile_get_info', { as: inviter })).body.DATA.referralCount).toBe(1);
  });

  it('logs in and out; credentials are void afterwards', async () => {
    await test.register('login@example.com');
    const { body } = await test.login('login@example.com');
    expect((await test.client.get('authentication_verify', { as: body.DATA })).status).toBe(200);
    expect((await test.client.get('user_profile_logout', { as: body.DATA })).body.DATA).toEqual({
      COMMENT: expect.any(String) as string,
    });
    const after = await test.client.get('authentication_verify', { as: body.DATA });
    expect(after.body.ERRORS).toMatchObject({ CODE: 401, ID: 'rqat_required', MSG: 'Unauthorized' });
  });

  it('keeps one session for a device and warns of a new device', async () => {
    const first = (await test.register('devices@example.com')).body.DATA;
    const query = { emal: 'devices@example.com', code: test.mailer.codeTo('devices@example.com') };
    await test.client.get('user_email_verify', { query });
    const second = (await test.login('devices@example.com')).body.DATA;
    expect((await test.client.get('authentication_verify', { as: first })).status).toBe(401);
    const other = (await test.login('devices@example.com', { dsnm: 'serial-2', dvnm: 'iPhone' })).body.DATA;
    for (const as of [second, other]) expect((await test.client.get('authentication_verify', { as })).status).toBe(200);
    await test.login('devices@example.com', { dsnm: 'serial-2', dvnm: 'iPhone' });
    const names = test.mailer.to('devices@example.com').map(({ template }) => template.name);
    expect(names).toEqual(['welcome', 'new-device']);
    const notices = await test.client.get('user_notice_fetch', { as: second });
    expect(notices.body.DATA.result.map(({ subject }: { subject: string }) => subject)).toEqual(['New device', 'Welcome']);
  });

  it('mails of new devices in words of its own, to verified addresses, three times a day', async () => {
    const device = { dvnm: 'Your prize: http://evil.example', dvty: 'Call 0800 now' };
    const mails = () => test.mailer.to('words@example.com').filter(({ template }) => template.name === 'new-device');
    const as = (await test.register('words@example.com')).body.DATA;
    await test.login('words@example.com', { dsnm: 'unverified', ...device });
    expect(mails()).toEqual([]);
    const query = { emal: 'words@example.com', code: test.mailer.codeTo('words@example.com') };
    await test.client.get('user_email_verify', { query });
    for (let number = 0; number < 5; number++) await test.login('words@example.com', { dsnm: `new-${number}`, ...device });
    expect(mails()).toHaveLength(3);
    const notices = await test.client.get('user_notice_fetch', { as });
    const written = JSON.stringify([mails(), notices.body.DATA]);
    expect(written).toContain('A device');
    for (const text of ['prize', '0800']) expect(written).not.toContain(text);
  });

  it('keeps one session after concurrent logins of one device', async () => {
    const { userid } = (await test.register('storm@example.com')).body.DATA;
    const answers = await Promise.all(Array.from({ length: 8 }, () => test.login('storm@example.com')));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    const good = await Promise.all(answers.map(({ body }) => test.client.get('authentication_verify', { as: body.DATA })));
    expect(good.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await test.rows('SELECT id FROM session WHERE user_id = ?', userid)).toHaveLength(1);
  });

  it('rotates the secret; the old one stays valid for a minute', async () => {
    const session = (await test.register('rotate@example.com')).body.DATA;
    test.clock.time += 10_000;
    const { body } = await test.client.get('user_authentication', { as: session });
    expect(body.DATA).toEqual({
      marker: session.marker,
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      expires: String(Math.floor(test.clock.time / 1000) + 86_400),
    });
    const rotated = { pbcKey: session.pbcKey, secret: body.DATA.secret };
    const at = () => Math.floor(test.clock.time / 1000);
    for (const as of [session, rotated]) {
      expect((await test.client.get('authentication_verify', { as, timestamp: at() })).status).toBe(200);
    }
    test.clock.time += 61_000;
    expect((await test.client.get('authentication_verify', { as: rotated, timestamp: at() })).status).toBe(200);
    expect((await test.client.get('authentication_verify', { as: session, timestamp: at() })).status).toBe(401);
    const another = (await test.register('expires@example.com')).body.DATA;
    test.clock.time += 86_400_000;
    expect((await test.client.get('authentication_verify', { as: another, timestamp: at() })).status).toBe(401);
    test.clock.time = Date.now();
  });

  it('accepts the previous secrets after several rotations with lost answers', async () => {
    const session = (await test.register('lost@example.com')).body.DATA;
    const rotate = () => test.client.get('user_authentication', { as: session });
    const answers = [await rotate(), ...(await Promise.all([rotate(), rotate()]))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const secrets = [session.secret, ...answers.map(({ body }) => body.DATA.secret as string)];
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) {
      expect((await test.client.get('authentication_verify', { as: { ...session, secret } })).status).toBe(200);
    }
  });

  it('ignores a session encrypted with another key and serves the others', async () => {
    const [broken, whole] = [await test.register('broken@example.com'), await test.register('whole@example.com')].map(
      ({ body }) => body.DATA,
    );
    await test.rows("UPDATE session SET secret = 'v1.AAAA' WHERE id = ?", broken.marker);
    const answers = await Promise.all([broken, whole].map((as) => test.client.get('authentication_verify', { as })));
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('deletes expired sessions, codes and counts', async () => {
    await test.register('sweep@example.com');
    await test.login('sweep@example.com', { pswd: 'Not-the-one-9' });
    test.clock.time += 25 * 3_600_000;
    await test.register('stays@example.com');
    await test.app.get(SignInJobs, { strict: false }).sweep();
    expect(await test.rows('SELECT id FROM session')).toHaveLength(1);
    expect(await test.rows('SELECT email FROM mailed_code')).toEqual([{ email: 'stays@example.com' }]);
    await test.app.get(AbuseJobs, { strict: false }).sweep();
    expect(await test.rows('SELECT budget FROM budget_spending')).toEqual([]);
    test.clock.time = Date.now();
  });

  it('answers alike for an unknown address and a wrong password, and delays after failures', async () => {
    const { userid } = (await test.register('guess@example.com')).body.DATA;
    const wrong = { pswd: 'Not-the-one-9' };
    for (const email of ['guess@example.com', 'nobody@example.com']) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const { status, body } = await test.login(email, wrong);
        expect([status, body.ERRORS.CODE]).toEqual([401, 401]);
        expect(body.ERRORS.DETAILS).toMatch(/^Incorrect credentials \(/);
      }
      const delayed = await test.login(email);
      expect([delayed.status, delayed.body.ERRORS.CODE, delayed.headers.get('retry-after')]).toEqual([429, 429, '1']);
    }
    test.clock.time += 1_001;
    expect((await test.login('guess@example.com', wrong)).status).toBe(401);
    expect((await test.login('guess@example.com')).headers.get('retry-after')).toBe('2');
    test.clock.time += 2_001;
    expect((await test.login('guess@example.com')).status).toBe(200);
    expect((await test.login('guess@example.com', wrong)).status).toBe(401);
    expect((await test.login('guess@example.com')).status).toBe(200);
    const failed = () => test.rows('SELECT id FROM login_record WHERE user_id = ? AND outcome = ?', userid, 'failed');
    await expect.poll(failed).toHaveLength(7);
  });

  it('checks five of many concurrent passwords', async () => {
    await test.register('guesses@example.com');
    const verify = vi.spyOn(test.app.get(PasswordHasher, { strict: false }), 'verify');
    const storm = await Promise.all(
      Array.from({ length: 12 }, () => test.login('guesses@example.com', { pswd: 'Not-the-one-9' })),
    );
    expect(verify).toHaveBeenCalledTimes(5);
    verify.mockRestore();
    const statuses = storm.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });

  it('refuses a suspended account', async () => {
    const session = (await test.register('suspended@example.com')).body.DATA;
    await changeRow(test.app, 'user_account', session.userid as string, { status: 'suspended' });
    expect((await test.client.get('authentication_verify', { as: session })).status).toBe(401);
    const login = await test.login('suspended@example.com');
    expect(login.body.ERRORS).toMatchObject({ CODE: 401, MSG: 'Access Denied' });
    expect((await test.login('suspended@example.com', { pswd: 'Not-the-one-9' })).body.ERRORS.DETAILS).toMatch(/^Incorrect/);
  });

  it('changes first name, last name or both, and refuses neither', async () => {
    const as = (await test.register('names@example.com')).body.DATA;
    expect((await test.client.post('user_profile_update', { as, body: { fNme: 'Adaeze' } })).status).toBe(200);
    const profile = await test.client.get('user_profile_get_info', { as });
    expect(profile.body.DATA).toMatchObject({ firstName: 'Adaeze', lastName: 'Obi' });
    const nothing = await test.client.post('user_profile_update', { as, body: {} });
    expect(nothing.body.ERRORS).toMatchObject({ CODE: 401, MSG: 'update_failed' });
  });

  it('records when a user was last active', async () => {
    const { userid } = (await test.register('active@example.com')).body.DATA;
    const activeAt = async () =>
      (await test.rows<{ at: number }>('SELECT active_at AS at FROM user_account WHERE id = ?', userid))[0]!.at;
    test.clock.time += 3_600_000;
    const as = (await test.login('active@example.com')).body.DATA;
    // Before any other request.
    expect(await activeAt()).toBe(test.clock.time);
    test.clock.time += 3_600_000;
    const timestamp = Math.floor(test.clock.time / 1000);
    await test.client.get('authentication_verify', { as, timestamp });
    await expect.poll(activeAt).toBe(test.clock.time);
    test.clock.time = Date.now();
  });

  it('stores no secret and no password in the clear', async () => {
    const { secret } = (await test.register('sealed@example.com')).body.DATA;
    const tables = [
      'user_account',
      'session',
      'password_history',
      'mailed_code',
      'code_mailing',
      'login_record',
      'budget_spending',
    ];
    const everything = JSON.stringify(await Promise.all(tables.map((table) => test.rows(`SELECT * FROM ${table}`))));
    for (const text of [secret, PASSWORD]) expect(everything).not.toContain(text);
    expect(everything).toContain('sealed@example.com');
    const [code] = await test.rows<object>('SELECT * FROM mailed_code WHERE email = ?', 'sealed@example.com');
    expect(Object.values(code!)).not.toContain(test.mailer.codeTo('sealed@example.com'));
  });
});
