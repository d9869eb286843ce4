import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignInJobs } from '../../../src/contexts/sign-in/sign-in.jobs.js';
import { LoginRecords, Sessions } from '../../../src/contexts/sign-in/index.js';
import { CacheInvalidator } from '../../../src/contexts/sign-in/adapters/invalidating-cache.js';
import { sessionCacheKey } from '../../../src/contexts/sign-in/session-directory.store.js';
import { drawSeed, secretOf } from '../../../src/contexts/sign-in/sessions.js';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { UnitOfWork } from '../../../src/kernel/unit-of-work.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Credentials } from '../../support/client.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';

type SignedIn = Credentials & { readonly marker: string; readonly userid: string; readonly expires: string };

describe.each(ONE_BACKEND)('sessions on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend);
  });
  beforeEach(() => {
    test.clock.time = Date.now();
  });
  afterAll(() => test.close());

  const timestamp = () => Math.floor(test.clock.time / 1000);
  const status = async (as: Credentials) =>
    (await test.client.get('authentication_verify', { as, timestamp: timestamp() })).status;
  const register = async (email: string, over: Readonly<Record<string, string>> = {}) =>
    (await test.register(email, over)).body.DATA as SignedIn;
  const login = async (email: string, dsnm: string, over: Readonly<Record<string, string>> = {}) =>
    (await test.login(email, { dsnm, ...over })).body.DATA as SignedIn;
  const list = async (as: Credentials) =>
    (await test.client.get('user_session_fetch', { as, timestamp: timestamp() })).body.DATA.result as {
      marker: string;
      current: boolean;
    }[];
  const end = (as: Credentials, reqv: string, pswd?: string) =>
    test.client.post('user_session_end', { as, body: { reqv, ...(pswd === undefined ? {} : { pswd }) }, timestamp: timestamp() });
  const rotate = async (as: SignedIn): Promise<SignedIn> => {
    const { body } = await test.client.get('user_authentication', { as, timestamp: timestamp() });
    return { ...as, ...(body.DATA as { secret: string; expires: string }) };
  };
  const forget = (as: Credentials) => test.app.get(CacheInvalidator, { strict: false }).publish([sessionCacheKey(as.pbcKey)]);

  it('are listed for their owner, newest first, with device, place and activity', async () => {
    const first = await register('list@example.com');
    const startedAt = test.clock.time;
    test.clock.time += 60_000;
    const second = await login('list@example.com', 'serial-2', { dvnm: 'iPhone', dvty: 'iOS' });
    await login('list@example.com', 'serial-2', { dvnm: 'iPhone', dvty: 'iOS' });
    const [record] = await test.rows<{ id: string }>('SELECT login_id AS id FROM session WHERE user_id = ?', first.userid);
    await test.app.get(LoginRecords, { strict: false }).setPlace(record!.id, { city: 'Lagos', country: 'Nigeria' });
    const { body } = await test.client.get('user_session_fetch', { as: first, timestamp: timestamp() });
    const common = { ip: '127.0.0.1', city: expect.any(String) as string, country: expect.any(String) as string };
    const newest = {
      ...common,
      marker: expect.not.stringContaining(second.marker) as string,
      device: 'iPhone',
      type: 'iOS',
      recorded: String(test.clock.time),
      activeTime: String(test.clock.time),
      current: false,
    };
    const own = {
      ...common,
      marker: first.marker,
      device: 'Pixel',
      type: 'Android',
      recorded: String(startedAt),
      activeTime: String(startedAt),
      current: true,
    };
    expect(body.DATA).toEqual({ result: [newest, own] });
    expect((body.DATA.result as { city: string }[]).map(({ city }) => city).toSorted()).toEqual(['', 'Lagos']);
  });

  it('are ended by their owner, one or all others, and by nobody else', async () => {
    const [first, second, third] = [
      await register('owner@example.com'),
      await login('owner@example.com', 'serial-2'),
      await login('owner@example.com', 'serial-3'),
    ];
    const stranger = await register('stranger@example.com');
    const refused = await end(stranger, second.marker);
    expect([refused.status, refused.body.ERRORS.ID]).toEqual([404, 'session_not_found']);
    expect((await end(stranger, 'all')).status).toBe(200);
    expect(await status(second)).toBe(200);
    expect((await end(first, second.marker)).status).toBe(200);
    expect(await Promise.all([first, second, third].map(status))).toEqual([200, 401, 200]);
    expect((await end(first, 'all')).status).toBe(200);
    expect(await Promise.all([first, third].map(status))).toEqual([200, 401]);
    expect((await list(first)).map(({ marker }) => marker)).toEqual([first.marker]);
    expect((await test.client.post('user_session_end', { as: first, body: {} })).body.ERRORS.ID).toBe('reqv_required');
  });

  it('of others are ended ten minutes after the sign-in with the password only, the own one always without', async () => {
    const [stolen, own] = [await register('robbed@example.com'), await login('robbed@example.com', 'serial-2')];
    test.clock.time += 600_001;
    for (const which of ['all', own.marker])
      for (const [pswd, id] of [
        [undefined, 'pswd_required'],
        ['Wrong-horse-7', 'pswd_invalid'],
      ] as const) {
        const { status: code, body } = await end(stolen, which, pswd);
        expect([code, body.ERRORS.ID]).toEqual([400, id]);
      }
    expect(await Promise.all([stolen, own].map(status))).toEqual([200, 200]);
    // Whoever signs in has just proved the password.
    const fresh = await login('robbed@example.com', 'serial-3');
    test.clock.time += 600_000;
    expect((await end(fresh, stolen.marker)).status).toBe(200);
    test.clock.time += 1;
    expect((await end(await rotate(fresh), own.marker)).body.ERRORS.ID).toBe('pswd_required');
    expect((await end(fresh, own.marker, PASSWORD)).status).toBe(200);
    expect(await Promise.all([stolen, own, fresh].map(status))).toEqual([401, 401, 200]);
    expect((await end(fresh, fresh.marker)).status).toBe(200);
    expect(await status(fresh)).toBe(401);
  });

  it('are at most twenty of a user; the oldest ends', async () => {
    const first = await register('many@example.com');
    let last = first;
    for (let count = 2; count <= 21; count++) {
      test.clock.time += 1_000;
      last = await login('many@example.com', `serial-${count}`);
    }
    expect(await list(last)).toHaveLength(20);
    expect(await Promise.all([first, last].map(status))).toEqual([401, 200]);
  });

  it('live 30 days at most, whatever their rotations', async () => {
    let session = await register('absolute@example.com');
    const begun = test.clock.time;
    while (test.clock.time + 20 * HOUR_MS < begun + 30 * DAY_MS) {
      test.clock.time += 20 * HOUR_MS;
      session = await rotate(session);
    }
    expect(Number(session.expires)).toBe(Math.floor((begun + 30 * DAY_MS) / 1000));
    test.clock.time = begun + 30 * DAY_MS - 2_000;
    expect(await status(session)).toBe(200);
    test.clock.time = begun + 30 * DAY_MS + 1_000;
    expect(await status(session)).toBe(401);
  });

  it('keep every replaced secret for 60 s, however often they rotate', async () => {
    const session = await register('often@example.com');
    const rotated: SignedIn[] = [session];
    for (let count = 0; count < 12; count++) rotated.push(await rotate(rotated.at(-1)!));
    expect(await Promise.all(rotated.map(status))).toEqual(rotated.map(() => 200));
    test.clock.time += 61_000;
    expect(await status(rotated.at(-1)!)).toBe(200);
  });

  it('end when a secret is used that was replaced more than 60 s before, and their owner is told', async () => {
    const session = await register('stolen@example.com');
    const other = await login('stolen@example.com', 'serial-2');
    const rotated = await rotate(await rotate(session));
    const late = timestamp();
    test.clock.time += 62_000;
    const copied = await test.client.get('authentication_verify', { as: session, timestamp: late });
    expect(copied.status).toBe(401);
    expect(await status(rotated)).toBe(200);
    const stranger = { ...session, secret: 'x'.repeat(43) };
    expect(await status(stranger)).toBe(401);
    expect(await status(rotated)).toBe(200);
    expect(await status(session)).toBe(401);
    expect(await Promise.all([rotated, other].map(status))).toEqual([401, 200]);
    expect(test.mailer.to('stolen@example.com').map(({ template }) => template.name)).toContain('session-reused');
    const notices = await test.client.get('user_notice_fetch', { as: other, timestamp: timestamp() });
    expect(notices.body.DATA.result[0]).toMatchObject({ subject: 'Signed out for your safety' });
  });

  it('end, and do not move, when their user or grants are changed in the database', async () => {
    const [thief, victim] = [await register('insider@example.com'), await register('target@example.com', { devs: 'target' })];
    const [second] = [await login('insider@example.com', 'serial-2')];
    await test.rows('UPDATE session SET user_id = ? WHERE id = ?', victim.userid, thief.marker);
    await test.rows(
      'UPDATE session SET "grants" = ? WHERE id = ?'.replaceAll('"', backend === 'mysql' ? '`' : '"'),
      '["userControl.allowModify"]',
      second.marker,
    );
    // Cached sessions still speak for whom they were; a rotation must not seal the changed row.
    expect((await test.client.get('user_authentication', { as: thief })).status).toBe(401);
    await Promise.all([thief, second].map(forget));
    expect(await Promise.all([thief, second, victim].map(status))).toEqual([401, 401, 200]);
    const unitOfWork = test.app.get(UnitOfWork);
    await unitOfWork.run(() => test.app.get(Sessions, { strict: false }).setGrants(victim.userid, ['userControl.viewDetails']));
    await unitOfWork.run(() => test.app.get(Sessions, { strict: false }).setGrants(second.userid, ['userControl.viewDetails']));
    expect(await Promise.all([thief, second, victim].map(status))).toEqual([401, 401, 200]);
    expect(await list(victim)).toHaveLength(1);
  });

  it('of staff keep to changed grants, and their expiry cannot be moved', async () => {
    const { userid: userId } = await register('grants@example.com');
    const sessions = test.app.get(Sessions, { strict: false });
    const seed = drawSeed();
    const session = {
      id: newId(),
      userId,
      publicKey: 'k'.repeat(32),
      seed,
      device: { type: 'Web', serial: 's', name: '' },
      ip: '',
    };
    await sessions.begin({ ...session, expires: test.clock.time + HOUR_MS, grants: ['userControl.viewDetails'] });
    const as = { pbcKey: session.publicKey, secret: secretOf(seed, 0) };
    expect(await status(as)).toBe(200);
    await test.app.get(UnitOfWork).run(() => sessions.setGrants(userId, []));
    expect(await status(as)).toBe(200);
    await test.rows('UPDATE session SET expires = expires + 1000 WHERE id = ?', session.id);
    await forget(as);
    expect(await status(as)).toBe(401);
  });

  it('of a version without a MAC are refused and removed', async () => {
    const session = await register('before@example.com');
    await test.rows("UPDATE session SET mac = '', active_at = 0 WHERE id = ?", session.marker);
    await forget(session);
    expect(await status(session)).toBe(401);
    await test.app.get(SignInJobs, { strict: false }).sweep();
    expect(await test.rows('SELECT id FROM session WHERE id = ?', session.marker)).toEqual([]);
  });
});

describe('sessions that live longer than their idle time', () => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity('sqlite', { SESSION_TTL_SECONDS: String(60 * 86_400) });
  });
  afterAll(() => test.close());

  it('end after seven days without a signed request, with their push registration', async () => {
    const timestamp = () => Math.floor(test.clock.time / 1000);
    const session = (await test.register('idle@example.com', { tktp: 'expo', phtk: 'token-1' })).body.DATA as SignedIn;
    expect(Number(session.expires)).toBe(Math.floor((test.clock.time + 30 * DAY_MS) / 1000));
    const status = async () => (await test.client.get('authentication_verify', { as: session, timestamp: timestamp() })).status;
    const activeAt = () => test.rows<{ at: number }>('SELECT active_at AS at FROM session WHERE id = ?', session.marker);
    test.clock.time += 6 * DAY_MS;
    expect(await status()).toBe(200);
    await expect.poll(activeAt).toEqual([{ at: test.clock.time }]);
    test.clock.time += 7 * DAY_MS - HOUR_MS;
    await test.app.get(CacheInvalidator, { strict: false }).publish([sessionCacheKey(session.pbcKey)]);
    expect(await status()).toBe(200);
    await expect.poll(activeAt).toEqual([{ at: test.clock.time }]);
    test.clock.time += 7 * DAY_MS + HOUR_MS;
    expect(await status()).toBe(401);
    await test.app.get(SignInJobs, { strict: false }).sweep();
    expect(await test.rows('SELECT id FROM session')).toEqual([]);
    expect(await test.rows('SELECT id FROM push_registration')).toEqual([]);
  });
});
