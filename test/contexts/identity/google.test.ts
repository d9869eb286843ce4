import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { type IdentityApp, startIdentity } from './support/identity-app.js';

describe('Google login', () => {
  let issuer: IdTokenIssuer;
  let test: IdentityApp;
  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    test = await startIdentity('sqlite', issuer.environment);
  });
  afterAll(async () => {
    await test.close();
    issuer.stop();
  });

  const login = (rqat: string, devs = 'google-1') =>
    test.client.post('user_google_login', { body: { rqat, devt: 'iOS', devs, devn: 'iPhone' } });

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
    const token = await issuer.token({ email: 'race@example.com' });
    const answers = await Promise.all([login(token, 'race-1'), login(token, 'race-2')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body.DATA.userid).toBe(answers[1].body.DATA.userid);
  });

  it('removes the password of an account with an unverified address', async () => {
    const squatter = (await test.register('victim@example.com')).body.DATA;
    const owner = await login(await issuer.token({ email: 'victim@example.com' }));
    expect(owner.body.DATA.userid).toBe(squatter.userid);
    expect((await test.client.get('authentication_verify', { as: squatter })).status).toBe(401);
    expect((await test.login('victim@example.com')).status).toBe(401);
  });

  it('keeps the password of a verified account', async () => {
    await test.register('both@example.com');
    const code = test.mailer.codeTo('both@example.com');
    await test.client.get('user_email_verify', { query: { emal: 'both@example.com', code } });
    expect((await login(await issuer.token({ email: 'both@example.com' }))).status).toBe(200);
    expect((await test.login('both@example.com')).status).toBe(200);
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
    ];
    for (const token of tokens) {
      const { status, body } = await login(token);
      expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([401, 401, 'request_failure']);
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
