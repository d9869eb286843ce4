import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Push } from '../../../src/contexts/notifications/index.js';
import { UnitOfWork } from '../../../src/kernel/unit-of-work.js';
import { newId } from '../../../src/kernel/ids.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Credentials } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';

type SignedIn = Credentials & { readonly marker: string; readonly userid: string };

describe.each(ONE_BACKEND)('an account that a thief registered under a stranger’s address, on %s', (backend) => {
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

  const status = async (as: Credentials) => (await test.client.get('authentication_verify', { as })).status;
  /** The push tokens that a message to the user goes to. */
  async function tokensReached(userId: string): Promise<string[]> {
    const key = newId();
    await test.app
      .get(UnitOfWork)
      .run(() => test.app.get(Push, { strict: false }).send(userId, { title: 'Paid', body: '₦500' }, key));
    const rows = await test.rows<{ token: string }>(
      `SELECT r.push_token AS token FROM push_delivery d JOIN push_registration r ON r.id = d.registration_id
       WHERE d.message_key = ?`,
      key,
    );
    return rows.map(({ token }) => token);
  }

  async function steal(email: string) {
    const first = (await test.register(email, { devs: 'thief-1', tktp: 'expo', phtk: `thief-1-${email}` })).body.DATA as SignedIn;
    const again = { dsnm: 'thief-2', tktp: 'expo', phtk: `thief-2-${email}` };
    const second = (await test.login(email, again)).body.DATA as SignedIn;
    expect((await tokensReached(first.userid)).toSorted()).toEqual([`thief-1-${email}`, `thief-2-${email}`]);
    test.clock.time = Date.now() + 1;
    return { first, second };
  }

  it('belongs to the owner of the address after Google’s word: no session, device or push of the thief is left', async () => {
    const email = 'google-victim@example.com';
    const { first, second } = await steal(email);
    const rqat = await issuer.token({ email });
    const push = { tktp: 'expo', phtk: 'victim-google' };
    const owner = (
      await test.client.post('user_google_login', { body: { rqat, devt: 'iOS', devs: 'own', devn: 'iPhone', ...push } })
    ).body.DATA as SignedIn;
    expect(owner.userid).toBe(first.userid);
    expect(await Promise.all([first, second, owner].map(status))).toEqual([401, 401, 200]);
    expect((await test.login(email, { dsnm: 'thief-1' })).status).toBe(401);
    expect(await tokensReached(owner.userid)).toEqual(['victim-google']);
  });

  it('belongs to the owner of the address after a password reset, and the thief’s device is a new one again', async () => {
    const email = 'reset-victim@example.com';
    const { first, second } = await steal(email);
    await test.client.get('user_email_verify_send', { query: { emal: email } });
    const code = test.mailer.codeTo(email);
    const npwd = 'Another-horse-8';
    expect((await test.client.post('user_password_reset', { body: { emal: email, pswd: npwd, code } })).status).toBe(200);
    expect(await Promise.all([first, second].map(status))).toEqual([401, 401]);
    expect(await tokensReached(first.userid)).toEqual([]);
    const newDevices = () => test.mailer.to(email).filter(({ template }) => template.name === 'new-device').length;
    const before = newDevices();
    test.clock.time += 60_000;
    expect((await test.login(email, { pswd: PASSWORD, dsnm: 'thief-1' })).status).toBe(401);
    expect((await test.login(email, { pswd: npwd, dsnm: 'thief-1' })).status).toBe(200);
    expect(newDevices()).toBe(before + 1);
    test.clock.time += 60_000;
    expect((await test.login(email, { pswd: npwd, dsnm: 'thief-1' })).status).toBe(200);
    expect(newDevices()).toBe(before + 1);
  });
});

describe.each(ONE_BACKEND)('push registrations on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend);
  });
  afterAll(() => test.close());

  const tokens = async () =>
    (await test.rows<{ token: string }>('SELECT push_token AS token FROM push_registration ORDER BY push_token')).map(
      ({ token }) => token,
    );

  it('end with their session: by logout, by another login on the device, by its owner, by a password change', async () => {
    const push = (phtk: string) => ({ tktp: 'expo', phtk });
    const first = (await test.register('push@example.com', push('one'))).body.DATA as SignedIn;
    const second = (await test.login('push@example.com', { dsnm: 'serial-2', ...push('two') })).body.DATA as SignedIn;
    const third = (await test.login('push@example.com', { dsnm: 'serial-3', ...push('three') })).body.DATA as SignedIn;
    await test.login('push@example.com', { dsnm: 'serial-4', ...push('four') });
    expect(await tokens()).toEqual(['four', 'one', 'three', 'two']);
    await test.client.get('user_profile_logout', { as: second });
    expect(await tokens()).toEqual(['four', 'one', 'three']);
    await test.client.post('user_session_end', { as: first, body: { reqv: third.marker } });
    expect(await tokens()).toEqual(['four', 'one']);
    await test.login('push@example.com', { dsnm: 'serial-4' });
    expect(await tokens()).toEqual(['one']);
    await test.login('push@example.com', { dsnm: 'serial-4', ...push('five') });
    const changed = { pswd: PASSWORD, npwd: 'Another-horse-8' };
    expect((await test.client.post('user_password_change', { as: first, body: changed })).status).toBe(200);
    expect(await tokens()).toEqual(['one']);
  });
});
