import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInJobs } from '../../../src/contexts/sign-in/sign-in.jobs.js';
import type { Answer } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';

describe.each(ONE_BACKEND)('Google login on %s', (backend) => {
  let issuer: IdTokenIssuer;
  let test: IdentityApp;
  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    test = await startIdentity(backend, issuer.environment);
  });
  afterAll(async () => {
    await test.close();
    issuer.stop();
  });

  const login = (rqat: string, devs = 'google-1', over: Readonly<Record<string, string>> = {}, client = test.client) =>
    client.post('user_google_login', { body: { rqat, devt: 'iOS', devs, devn: 'iPhone', ...over } });
  const refusal = ({ status, body }: Answer) => [status, body.ERRORS.CODE, body.ERRORS.ID];
  const REFUSED = [401, 401, 'request_failure'];

  async function registerVerified(email: string): Promise<void> {
    await test.register(email);
    await test.client.get('user_email_verify', { query: { emal: email, code: test.mailer.codeTo(email) } });
  }

  it('fails while the keys cannot be read, and recovers', async () => {
    issuer.isDown = true;
    const down = await login(await issuer.token({ email: 'down@example.com' }));
    expect([down.status, down.body.ERRORS.CODE, down.body.ERRORS.MSG]).toEqual([503, 401, 'unknown_failure']);
    issuer.isDown = false;
    expect((await login(await issuer.token({ email: 'down@example.com' }))).status).toBe(200);
  });

  it('creates the account the first time and signs in afterwards', async () => {
    const first = await login(await issuer.token({ email: 'Ngozi@Example.com' }));
    expect(first.body.REQUEST.STATUS).toBe('OK');
    const second = await login(await issuer.token({ email: 'ngozi@example.com' }));
    expect(second.body.DATA.userid).toBe(first.body.DATA.userid);
    const profile = await test.client.get('user_profile_get_info', { as: second.body.DATA });
    expect(profile.body.DATA).toMatchObject({ firstName: 'Ngozi', lastName: 'Eze', emailVerify: 'verified', balance: 0 });
    expect((await test.login('ngozi@example.com')).status).toBe(401);
  });

  it('creates one account for two concurrent first logins', async () => {
    const token = () => issuer.token({ email: 'race@example.com' });
    const answers = await Promise.all([login(await token(), 'race-1'), login(await token(), 'race-2')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body.DATA.userid).toBe(answers[1].body.DATA.userid);
  });

  it('opens no account for an address that looks like that of another', async () => {
    await registerVerified('likes@example.com');
    expect(refusal(await login(await issuer.token({ email: 'lıkes@example.com' })))).toEqual([409, 401, 'email_taken']);
    expect(refusal(await login(await issuer.token({ email: 'lіkes@example.com' })))).toEqual(REFUSED);
    expect((await login(await issuer.token({ email: 'likes@example.com' }))).status).toBe(200);
  });

  it('removes the password of an account with an unverified address', async () => {
    const squatter = (await test.register('victim@example.com')).body.DATA;
    const owner = await login(await issuer.token({ email: 'victim@example.com' }));
    expect(owner.body.DATA.userid).toBe(squatter.userid);
    expect((await test.client.get('authentication_verify', { as: squatter })).status).toBe(401);
    expect((await test.login('victim@example.com')).status).toBe(401);
  });

  it('keeps the password of a verified account', async () => {
    await registerVerified('both@example.com');
    expect((await login(await issuer.token({ email: 'both@example.com' }))).status).toBe(200);
    expect((await test.login('both@example.com')).status).toBe(200);
  });

  it('accepts a token once, on any process, with its signature written in whatever way', async () => {
    const token = await issuer.token({ email: 'once@example.com' });
    const [first, second] = await Promise.all([login(token, 'once-1'), login(token, 'once-2')]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 401]);
    const other = backend === 'mysql' ? (await test.another()).client : test.client;
    expect(refusal(await login(token, 'once-1', {}, other))).toEqual(REFUSED);
    // The last of 342 characters holds two bits of the 256 bytes, and four that are ignored.
    const last = token.at(-1)!;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const rewritten = token.slice(0, -1) + letters[letters.indexOf(last) ^ 1];
    expect(refusal(await login(rewritten, 'once-1', {}, other))).toEqual(REFUSED);
    expect((await login(await issuer.token({ email: 'once@example.com' }), 'once-1', {}, other)).status).toBe(200);
  });

  it('forgets tokens when they have expired', async () => {
    await login(await issuer.token({ email: 'forgotten@example.com' }));
    const kept = async () => (await test.rows('SELECT digest FROM used_id_token')).length;
    const jobs = test.app.get(SignInJobs, { strict: false });
    const { time } = test.clock;
    test.clock.time = Date.now();
    await jobs.sweep();
    expect(await kept()).toBeGreaterThan(0);
    test.clock.time += 2 * 3_600_000;
    await jobs.sweep();
    expect(await kept()).toBe(0);
    test.clock.time = time;
  });

  it('needs the nonce in the token where the app sends one', async () => {
    const token = (claims = {}) => issuer.token({ email: 'nonce@example.com', ...claims });
    expect(refusal(await login(await token(), 'nonce', { nonce: 'drawn-by-the-app' }))).toEqual(REFUSED);
    const drawn = { nonce: 'drawn-by-the-app' };
    expect(refusal(await login(await token({ nonce: 'drawn-by-another' }), 'nonce', drawn))).toEqual(REFUSED);
    expect((await login(await token(drawn), 'nonce', drawn)).status).toBe(200);
    expect((await login(await token(drawn), 'nonce')).status).toBe(200);
  });

  it('lets another Google account with the address in only with the password of the account', async () => {
    const email = 'passed-on@example.com';
    await registerVerified(email);
    expect((await login(await issuer.token({ email, sub: 'owner' }), 'mine')).status).toBe(200);
    const rqat = await issuer.token({ email, sub: 'stranger' });
    expect(refusal(await login(rqat))).toEqual([401, 401, 'pswd_required']);
    expect(refusal(await login(rqat, 'google-1', { pswd: 'Wrong-horse-7' }))).toEqual([401, 401, 'pswd_invalid']);
    expect((await login(await issuer.token({ email, sub: 'owner' }), 'mine')).status).toBe(200);
    expect((await login(rqat, 'google-1', { pswd: PASSWORD })).status).toBe(200);
    expect((await login(await issuer.token({ email, sub: 'stranger' }))).status).toBe(200);
    expect(refusal(await login(await issuer.token({ email, sub: 'owner' }), 'mine'))).toEqual([401, 401, 'pswd_required']);
  });

  it('lets another Google account in after a password reset, which proves the address', async () => {
    const email = 'lost@example.com';
    await login(await issuer.token({ email, sub: 'lost' }));
    const next = () => issuer.token({ email, sub: 'next' });
    expect(refusal(await login(await next()))).toEqual([401, 401, 'pswd_required']);
    await test.client.get('user_email_verify_send', { query: { emal: email, purpose: 'reset' } });
    const body = { emal: email, pswd: 'Another-horse-8', code: test.mailer.codeTo(email) };
    expect((await test.client.post('user_password_reset', { body })).status).toBe(200);
    expect((await login(await next())).status).toBe(200);
    expect(refusal(await login(await issuer.token({ email, sub: 'lost' })))).toEqual([401, 401, 'pswd_required']);
  });

  it('refuses tokens of other issuers or audiences, expired, unverified or altered', async () => {
    const email = 'refused@example.com';
    const { privateKey } = await generateKeyPair('RS256');
    const good = await issuer.token({ email });
    const [header, , signature] = good.split('.');
    const claims = Buffer.from(
      JSON.stringify({ iss: issuer.url, aud: issuer.clientId, email, email_verified: true, exp: 9_999_999_999 }),
    );
    const tokens = [
      'not a token',
      `${header}.${claims.toString('base64url')}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims.toString('base64url')}.`,
      await issuer.token({ email }, { key: privateKey }),
      await issuer.token({ email }, { audience: 'somebody-else' }),
      await issuer.token({ email }, { expires: '-1h' }),
      await issuer.token({ email, email_verified: false }),
      await issuer.token({}),
      await issuer.token({ email, sub: '' }),
    ];
    for (const token of tokens) {
      expect(refusal(await login(token))).toEqual(REFUSED);
    }
    expect(await test.rows('SELECT id FROM user_account WHERE email = ?', email)).toEqual([]);
  });

  it('refuses everything without configuration', async () => {
    const off = await startIdentity('sqlite');
    const { body } = await off.client.post('user_google_login', { body: { rqat: 'x', devt: 'iOS', devs: 's', devn: 'n' } });
    expect(body.ERRORS).toMatchObject({ CODE: 401, ID: 'request_failure' });
    await off.close();
  });
});
