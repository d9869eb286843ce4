import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';
import { changeRow } from '../../support/change-row.js';

const HOUR_MS = 3_600_000;

describe.each(ONE_BACKEND)('passwords and e-mail addresses on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend);
  });
  afterAll(() => test.close());

  const wrongCode = (email: string) => test.mailer.codeTo(email).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const sendCode = (emal: string) => test.client.get('user_email_verify_send', { query: { emal } });
  const verify = (emal: string, code: string) => test.client.get('user_email_verify', { query: { emal, code } });
  const reset = (emal: string, code: string, pswd = 'Another-horse-8') =>
    test.client.post('user_password_reset', { body: { emal, pswd, code } });

  it('changes the password, ends other sessions and notifies the owner', async () => {
    const here = (await test.register('change@example.com')).body.DATA;
    const there = (await test.login('change@example.com', { dsnm: 'serial-2' })).body.DATA;
    const change = (pswd: string, npwd: string) => test.client.post('user_password_change', { as: here, body: { pswd, npwd } });
    const wrong = await change('Not-the-one-9', 'Another-horse-8');
    expect([wrong.status, wrong.body.ERRORS.CODE, wrong.body.ERRORS.MSG]).toEqual([400, 401, 'Unauthorized']);
    expect((await change(PASSWORD, 'short1A')).body.ERRORS).toMatchObject({ CODE: 401, ID: 'npwd_invalid' });
    expect((await change(PASSWORD, PASSWORD)).body.ERRORS).toMatchObject({ CODE: 401, MSG: 'password_error' });
    expect((await change(PASSWORD, 'Another-horse-8')).status).toBe(200);
    expect((await test.client.get('authentication_verify', { as: here })).status).toBe(200);
    expect((await test.client.get('authentication_verify', { as: there })).status).toBe(401);
    expect((await test.login('change@example.com')).status).toBe(401);
    expect((await test.login('change@example.com', { pswd: 'Another-horse-8' })).status).toBe(200);
    expect(test.mailer.to('change@example.com').map(({ template }) => template.name)).toContain('password-changed');
  });

  it('takes passwords exactly as they are typed, blanks at the ends too', async () => {
    const email = 'blanks@example.com';
    const [first, second] = [' Spaced-horse-7', 'Other spaced horse-8  '];
    const as = (await test.register(email, { pswd: first })).body.DATA;
    expect((await test.login(email, { pswd: first.trim(), dsnm: 'serial-2' })).status).toBe(401);
    expect((await test.login(email, { pswd: first, dsnm: 'serial-2' })).status).toBe(200);
    const change = (pswd: string) => test.client.post('user_password_change', { as, body: { pswd, npwd: second } });
    expect((await change(first.trim())).status).toBe(400);
    expect((await change(first)).status).toBe(200);
    expect((await test.login(email, { pswd: second.trim() })).status).toBe(401);
    expect((await test.login(email, { pswd: second })).status).toBe(200);
  });

  it('refuses the last five passwords', async () => {
    const as = (await test.register('history@example.com')).body.DATA;
    const passwords = [PASSWORD, ...Array.from({ length: 5 }, (_, index) => `Another-horse-${index}`)];
    const change = (pswd: string, npwd: string) => test.client.post('user_password_change', { as, body: { pswd, npwd } });
    for (const [index, next] of passwords.slice(1).entries()) expect((await change(passwords[index]!, next)).status).toBe(200);
    const present = passwords.at(-1)!;
    for (const used of passwords.slice(1))
      expect((await change(present, used)).body.ERRORS).toMatchObject({ MSG: 'password_error' });
    expect((await change(present, PASSWORD)).status).toBe(200);
  });

  it('resets the password by a code, once, and ends all sessions', async () => {
    const as = (await test.register('reset@example.com')).body.DATA;
    await sendCode('reset@example.com');
    const code = test.mailer.codeTo('reset@example.com');
    const wrong = await reset('reset@example.com', wrongCode('reset@example.com'));
    expect([wrong.status, wrong.body.ERRORS.CODE, wrong.body.ERRORS.ID]).toEqual([400, 400, 'code_invalid']);
    expect((await reset('reset@example.com', code, 'weak')).body.ERRORS).toMatchObject({ CODE: 400, ID: 'pswd_invalid' });
    expect((await reset('reset@example.com', code, PASSWORD)).body.ERRORS).toMatchObject({ CODE: 400 });
    expect((await reset('reset@example.com', code)).status).toBe(200);
    expect((await reset('reset@example.com', code, 'Third-horse-8')).body.ERRORS).toMatchObject({ ID: 'code_invalid' });
    expect((await test.client.get('authentication_verify', { as })).status).toBe(401);
    expect((await test.login('reset@example.com', { pswd: 'Another-horse-8' })).status).toBe(200);
    expect(test.mailer.to('reset@example.com').map(({ template }) => template.name)).toContain('password-reset');
  });

  it('does not reveal whether an address has an account', async () => {
    await test.register('known@example.com');
    const answers = await Promise.all(['known@example.com', 'unknown@example.com'].map(sendCode));
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect((await reset('unknown@example.com', wrongCode('unknown@example.com'))).body.ERRORS).toMatchObject({
      ID: 'code_invalid',
    });
    const unlinked = await reset('unknown@example.com', test.mailer.codeTo('unknown@example.com'));
    expect([unlinked.status, unlinked.body.ERRORS.CODE]).toEqual([404, 404]);
  });

  it('allows five tries for six digits, also concurrent ones', async () => {
    await test.client.get('user_email_verify_send', { query: { emal: 'tries@example.com', purpose: 'update' } });
    const code = test.mailer.codeTo('tries@example.com');
    for (let good = 0; good < 7; good++) expect((await verify('tries@example.com', code)).status).toBe(200);
    const wrong = wrongCode('tries@example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify('tries@example.com', wrong)));
    expect(answers.map(({ body }) => body.ERRORS.ID)).toEqual(Array<string>(20).fill('code_invalid'));
    expect(await test.rows("SELECT tries FROM mailed_code WHERE email = 'tries@example.com'")).toEqual([{ tries: 5 }]);
    const exhausted = await verify('tries@example.com', code);
    expect(exhausted.body.ERRORS).toMatchObject({ CODE: 401, ID: 'code_invalid' });
    expect(exhausted.body.ERRORS.DETAILS).toMatch(/^Incorrect verification code \(/);
  });

  it('codes expire after an hour and are replaced by the next', async () => {
    await sendCode('hour@example.com');
    const first = test.mailer.codeTo('hour@example.com');
    test.clock.time += HOUR_MS - 1;
    expect((await verify('hour@example.com', first)).status).toBe(200);
    test.clock.time += 1;
    expect((await verify('hour@example.com', first)).body.ERRORS).toMatchObject({ CODE: 401, ID: 'code_invalid' });
    await sendCode('hour@example.com');
    const second = test.mailer.codeTo('hour@example.com');
    expect((await verify('hour@example.com', second)).status).toBe(200);
    test.clock.time = Date.now();
  });

  it('sends at most five codes an hour to an address', async () => {
    for (let sent = 0; sent < 5; sent++) {
      expect((await sendCode('flood@example.com')).status).toBe(200);
      test.clock.time += 60_000;
    }
    const refused = await sendCode('flood@example.com');
    expect([refused.status, refused.body.ERRORS.CODE]).toEqual([429, 429]);
    expect(refused.headers.get('retry-after')).toBe('3300');
    test.clock.time += 3_300_000;
    expect((await sendCode('flood@example.com')).status).toBe(200);
    test.clock.time = Date.now();
  });

  it("verifies an address without using the code up, and confirms the caller's with it", async () => {
    const as = (await test.register('verify@example.com')).body.DATA;
    const emailVerify = async () => (await test.client.get('user_profile_get_info', { as })).body.DATA.emailVerify as string;
    const code = test.mailer.codeTo('verify@example.com');
    expect(await emailVerify()).toBe('unverified');
    expect((await verify('verify@example.com', code)).status).toBe(200);
    expect(await emailVerify()).toBe('verified');
    const confirm = (given: string) => test.client.get('user_email_confirm', { as, query: { code: given } });
    expect((await confirm('000')).body.ERRORS).toMatchObject({ CODE: 401, ID: 'code_invalid' });
    expect((await confirm(code)).status).toBe(200);
    expect((await confirm(code)).body.ERRORS).toMatchObject({ CODE: 401, ID: 'code_invalid' });
  });

  it('changes the address to a verified one, which is used for login from then on', async () => {
    const as = (await test.register('old@example.com')).body.DATA;
    await test.register('taken@example.com');
    const update = (emal: string, code: string) => test.client.get('user_email_update', { as, query: { emal, code } });
    const wrong = await update('new@example.com', '123456');
    expect(wrong.body.ERRORS).toEqual({ ID: 'code_invalid', DETAILS: expect.any(String) as string });
    await sendCode('taken@example.com');
    const taken = await update('taken@example.com', test.mailer.codeTo('taken@example.com'));
    expect(taken.body.ERRORS).toEqual({
      ID: 'linked_email',
      DETAILS: expect.stringMatching(/^This e-mail address is already linked/) as string,
    });
    await sendCode('new@example.com');
    expect((await update('New@example.com', test.mailer.codeTo('new@example.com'))).body.REQUEST.STATUS).toBe('OK');
    expect((await test.login('old@example.com')).status).toBe(401);
    expect((await test.login('new@example.com')).status).toBe(200);
    for (const email of ['old@example.com', 'new@example.com']) {
      expect(test.mailer.to(email).map(({ template }) => template.name)).toContain('email-changed');
    }
  });

  it('checks the password for another address wherever it is given', async () => {
    const as = (await test.register('proving@example.com')).body.DATA;
    await sendCode('proved@example.com');
    const update = (pswd: string) =>
      test.client.get('user_email_update', {
        as,
        query: { emal: 'proved@example.com', code: test.mailer.codeTo('proved@example.com'), pswd },
      });
    expect((await update('Wrong-horse-7')).body.ERRORS).toMatchObject({ CODE: 400, ID: 'pswd_invalid' });
    expect((await update(PASSWORD)).body.REQUEST.STATUS).toBe('OK');
    expect((await test.login('proved@example.com')).status).toBe(200);
  });

  it('refuses password changes of test accounts', async () => {
    const { userid } = (await test.register('test-account@example.com')).body.DATA;
    await changeRow(test.app, 'user_account', userid as string, { is_test: 1 });
    const as = (await test.login('test-account@example.com')).body.DATA;
    const change = await test.client.post('user_password_change', { as, body: { pswd: PASSWORD, npwd: 'Another-horse-8' } });
    expect(change.body.ERRORS).toMatchObject({ CODE: 401, MSG: 'test_account' });
    await sendCode('test-account@example.com');
    const resetting = await reset('test-account@example.com', test.mailer.codeTo('test-account@example.com'));
    expect([resetting.status, resetting.body.ERRORS.CODE]).toEqual([403, 403]);
    expect(resetting.body.ERRORS.DETAILS).toMatch(/^Oops, this operation is not available for test accounts \(/);
  });
});

describe.each(ONE_BACKEND)('another e-mail address where addresses must be verified, on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend, { EMAIL_VERIFICATION: 'required' });
  });
  afterAll(() => test.close());

  it('needs the password, which a stolen session does not have', async () => {
    const as = (await test.register('guarded@example.com')).body.DATA;
    await test.client.get('user_email_verify_send', { query: { emal: 'thief@example.com', purpose: 'update' } });
    const query = { emal: 'thief@example.com', code: test.mailer.codeTo('thief@example.com') };
    const update = (over: Readonly<Record<string, string>> = {}) =>
      test.client.get('user_email_update', { as, query: { ...query, ...over } });
    const without = await update();
    expect([without.status, without.body.ERRORS.CODE, without.body.ERRORS.ID]).toEqual([400, 400, 'pswd_required']);
    expect((await update({ pswd: 'Wrong-horse-7' })).body.ERRORS).toMatchObject({ CODE: 400, ID: 'pswd_invalid' });
    expect((await test.login('guarded@example.com', { dsnm: 'serial-2' })).status).toBe(200);
    expect((await update({ pswd: PASSWORD })).body.REQUEST.STATUS).toBe('OK');
    expect((await test.login('thief@example.com')).status).toBe(200);
  });

  it('needs the present password for another password, as everywhere', async () => {
    const as = (await test.register('present@example.com')).body.DATA;
    const body = { npwd: 'Another-horse-8' };
    expect((await test.client.post('user_password_change', { as, body })).body.ERRORS.ID).toBe('pswd_required');
  });
});
