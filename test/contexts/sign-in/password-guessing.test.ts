import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasher } from '../../../src/contexts/sign-in/credentials.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';

const HOUR_MS = 3_600_000;

describe.each(ONE_BACKEND)('guessing a password from many networks on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend, { TRUSTED_PROXIES: 'loopback' });
  });
  afterAll(() => test.close());

  const login = (emal: string, ip: string, dsnm: string, pswd = PASSWORD) =>
    test.client.post('user_profile_login', { body: { emal, pswd, dvty: 'Web', dsnm }, headers: { 'x-forwarded-for': ip } });
  const guess = (email: string, number: number) => login(email, `102.89.${number}.1`, `bot-${number}`, 'Not-the-one-9');

  it('is delayed after 20 in an hour, without hashing, while devices that signed in before are not', async () => {
    await test.register('target@example.com');
    for (let number = 0; number < 20; number++) expect((await guess('target@example.com', number)).status).toBe(401);
    const verify = vi.spyOn(test.app.get(PasswordHasher, { strict: false }), 'verify');
    const delayed = await guess('target@example.com', 20);
    expect([delayed.status, delayed.body.ERRORS.CODE, delayed.headers.get('retry-after')]).toEqual([429, 429, '1']);
    expect((await login('target@example.com', '41.58.0.1', 'a new device')).status).toBe(429);
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
    expect((await login('target@example.com', '41.58.0.1', 'serial-1', 'Not-the-one-9')).status).toBe(401);
    expect((await login('target@example.com', '41.58.0.1', 'serial-1')).status).toBe(200);
    test.clock.time += 1_001;
    expect((await guess('target@example.com', 21)).status).toBe(401);
    expect((await guess('target@example.com', 22)).headers.get('retry-after')).toBe('2');
    test.clock.time += HOUR_MS + 1;
    expect((await login('target@example.com', '41.58.0.1', 'a new device')).status).toBe(200);
  });

  it('does not delay the owner on a new phone who has a code from the mailbox', async () => {
    const email = 'new-phone@example.com';
    await test.register(email);
    for (let number = 0; number < 30; number++) await guess(email, number);
    const phone = { emal: email, dvty: 'Android', dsnm: 'new-phone' };
    const signIn = (body: object) =>
      test.client.post('user_profile_login', { body: { ...phone, ...body }, headers: { 'x-forwarded-for': '41.58.0.9' } });
    const delayed = await signIn({ pswd: PASSWORD });
    expect(delayed.status).toBe(429);
    expect(delayed.body.ERRORS.DETAILS).toContain('code from your mailbox');
    await test.client.get('user_email_verify_send', { query: { emal: email, purpose: 'login' } });
    const code = test.mailer.codeTo(email);
    expect((await signIn({ pswd: PASSWORD, code: 'AAAA-AAAA' })).body.ERRORS.ID).toBe('code_invalid');
    expect((await signIn({ pswd: 'Not-the-one-9', code })).status).toBe(401);
    expect((await signIn({ pswd: PASSWORD, code })).status).toBe(200);
    expect((await test.login(email, { dsnm: 'another', code })).body.ERRORS.ID).toBe('code_invalid');
    test.clock.time = Date.now();
  });

  it('is told to the owner once a day, and answered alike for an unknown address', async () => {
    await test.register('told@example.com');
    const statuses: number[][] = [];
    for (const email of ['told@example.com', 'nobody@example.com']) {
      const answers = [];
      for (let number = 0; number < 24; number++) answers.push(await guess(email, number));
      statuses.push(answers.map(({ status }) => status));
    }
    expect(statuses[0]).toEqual([...Array<number>(20).fill(401), ...Array<number>(4).fill(429)]);
    expect(statuses[1]).toEqual(statuses[0]);
    const told = () => test.mailer.sent.filter(({ template }) => template.name === 'guessing').map(({ to }) => to);
    expect(told().filter((to) => to === 'told@example.com')).toHaveLength(1);
    expect(told()).not.toContain('nobody@example.com');
    test.clock.time += 24 * HOUR_MS;
    for (let number = 30; number < 51; number++) await guess('told@example.com', number);
    expect(told().filter((to) => to === 'told@example.com')).toHaveLength(2);
    test.clock.time = Date.now();
  });

  it('by a stolen session has a count of the session, which other networks do not reset', async () => {
    const as = (await test.register('session@example.com')).body.DATA as { pbcKey: string; secret: string };
    const change = (ip: string) =>
      test.client.post('user_password_change', {
        as,
        body: { pswd: 'Not-the-one-9', npwd: 'Another-horse-8' },
        headers: { 'x-forwarded-for': ip },
      });
    const statuses = [];
    for (let number = 0; number < 6; number++) statuses.push((await change(`102.89.0.${number}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await test.login('session@example.com')).status).toBe(200);
  });
});

describe('the places for hashing', () => {
  it('are left to the logins of others while 30 sessions repeat password changes', async () => {
    const test = await startIdentity('sqlite');
    try {
      const emails = Array.from({ length: 30 }, (_, number) => `busy${number}@example.com`);
      const sessions = await Promise.all(emails.map((email) => test.register(email)));
      await test.register('calm@example.com');
      const body = { pswd: PASSWORD, npwd: PASSWORD };
      let isOver = false;
      const attack = sessions.flatMap(({ body: { DATA: as } }) =>
        Array.from({ length: 5 }, async () => {
          while (!isOver) await test.client.post('user_password_change', { as, body });
        }),
      );
      const statuses = [];
      for (let count = 0; count < 12; count++) statuses.push((await test.login('calm@example.com')).status);
      isOver = true;
      await Promise.all(attack);
      expect(statuses).toEqual(Array<number>(12).fill(200));
    } finally {
      await test.close();
    }
  });
});
