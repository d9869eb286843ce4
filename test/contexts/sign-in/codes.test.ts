import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderMail } from '../../../src/platform/mail/render-mail.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';

const OWNER = '41.58.0.1';
const stranger = (number: number) => `102.89.0.${number}`;

describe.each(ONE_BACKEND)('codes and strangers on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend, { TRUSTED_PROXIES: 'loopback' });
  });
  beforeEach(() => {
    test.clock.time = Date.now();
  });
  afterAll(() => test.close());

  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
  const send = async (emal: string, ip: string, purpose?: string) =>
    (await test.client.get('user_email_verify_send', { query: { emal, ...(purpose ? { purpose } : {}) }, ...from(ip) })).status;
  const verify = async (emal: string, code: string, ip: string) =>
    (await test.client.get('user_email_verify', { query: { emal, code }, ...from(ip) })).status;
  const reset = async (emal: string, code: string, ip = OWNER, pswd = 'Another-horse-8') =>
    (await test.client.post('user_password_reset', { body: { emal, pswd, code }, ...from(ip) })).status;
  const wrongCode = (email: string) => test.mailer.codeTo(email).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const register = async (email: string) =>
    (
      await test.client.post('user_profile_create', {
        body: { fsnm: 'Ada', lsnm: 'Obi', emal: email, pswd: PASSWORD, devt: 'iOS', devs: 'own', devn: 'iPhone' },
        ...from(OWNER),
      })
    ).body.DATA as { pbcKey: string; secret: string };

  it('a stranger’s requests and wrong tries do not void the code that the owner holds', async () => {
    await register('held@example.com');
    expect(await send('held@example.com', OWNER)).toBe(200);
    const code = test.mailer.codeTo('held@example.com');
    for (let network = 1; network <= 4; network++) {
      expect(await send('held@example.com', stranger(network))).toBe(200);
      for (let tries = 0; tries < 6; tries++)
        expect(await verify('held@example.com', wrongCode('held@example.com'), stranger(network))).toBe(400);
    }
    expect(await verify('held@example.com', code, stranger(1))).toBe(200);
    expect(await reset('held@example.com', code)).toBe(200);
  });

  it('the mail of a code says what entering it does, and nothing else', async () => {
    const email = 'effects@example.com';
    await register(email);
    const effects = {
      reset: /set a new password/,
      update: /use this address/,
      export: /download your personal data/,
      pin: /change or remove your transaction PIN/,
      login: /sign in on a new device/,
    };
    for (const [purpose, wanted] of Object.entries(effects)) {
      expect(await send(email, OWNER, purpose)).toBe(200);
      const { template, data } = test.mailer.to(email).at(-1)!;
      const text = renderMail(template, { time: 'now', ...data }).lead;
      expect(Object.values(effects).filter((effect) => effect.test(text))).toEqual([wanted]);
    }
  });

  it('codes that may reset a password have eight letters out of 32, in any case and with or without hyphens; others six digits', async () => {
    const email = 'letters@example.com';
    await register(email);
    expect(test.mailer.codeTo(email)).toMatch(/^[0-9]{6}$/);
    for (const purpose of ['confirm', 'update', 'export']) {
      expect(await send(email, OWNER, purpose)).toBe(200);
      expect(test.mailer.codeTo(email)).toMatch(/^[0-9]{6}$/);
    }
    for (const [network, purpose] of [undefined, 'reset'].entries()) {
      expect(await send(email, stranger(network), purpose)).toBe(200);
      const code = test.mailer.codeTo(email);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      const plain = code.replace('-', '');
      const misread = plain.replaceAll('1', 'l').replaceAll('0', 'o');
      for (const typed of [
        plain,
        code.toLowerCase(),
        misread,
        ` ${plain.slice(0, 2)} ${plain.slice(2)}\u00a0`,
        code.replace('-', '\u2013'),
      ])
        expect(await verify(email, typed, OWNER), typed).toBe(200);
      for (const typed of [plain.slice(0, 6), `${plain}0`, wrongCode(email)]) expect(await verify(email, typed, OWNER)).toBe(400);
    }
    expect(await reset(email, test.mailer.codeTo(email).toLowerCase())).toBe(200);
  });

  it('25 wrong tries in all use six digits up; the next request brings others', async () => {
    expect(await send('spent@example.com', OWNER, 'update')).toBe(200);
    const code = test.mailer.codeTo('spent@example.com');
    for (let network = 1; network <= 5; network++)
      for (let tries = 0; tries < 5; tries++)
        await verify('spent@example.com', wrongCode('spent@example.com'), stranger(network));
    expect(await test.rows("SELECT tries FROM mailed_code WHERE email = 'spent@example.com'")).toEqual([{ tries: 25 }]);
    // Whoever sends after 25 wrong codes of a day waits, also with another code.
    expect(await verify('spent@example.com', code, OWNER)).toBe(429);
    test.clock.time += 1_000;
    expect(await verify('spent@example.com', code, OWNER)).toBe(400);
    test.clock.time += 2_000;
    expect(await send('spent@example.com', OWNER, 'update')).toBe(200);
    expect(await verify('spent@example.com', test.mailer.codeTo('spent@example.com'), OWNER)).toBe(200);
  });

  it('strangers cannot use up the mails of an hour: five for a network, twenty in all, the owner’s networks apart', async () => {
    await register('mails@example.com');
    for (let network = 1; network <= 4; network++)
      for (let sent = 0; sent < 6; sent++) expect(await send('mails@example.com', stranger(network))).toBe(sent < 5 ? 200 : 429);
    expect(await send('mails@example.com', stranger(5))).toBe(429);
    for (let sent = 0; sent < 6; sent++) expect(await send('mails@example.com', OWNER)).toBe(sent < 5 ? 200 : 429);
    test.clock.time += 3_600_001;
    expect(await send('mails@example.com', stranger(5))).toBe(200);
  });

  it('a code serves the purpose that it was asked for, and the code of a registration only confirms', async () => {
    const email = 'purpose@example.com';
    const as = await register(email);
    const welcome = test.mailer.codeTo(email);
    expect(await reset(email, welcome)).toBe(400);
    expect(await send(email, OWNER, 'update')).toBe(200);
    expect(await reset(email, test.mailer.codeTo(email))).toBe(400);
    const confirm = async (code: string) =>
      (await test.client.get('user_email_confirm', { as, query: { code }, ...from(OWNER) })).status;
    expect(await confirm(test.mailer.codeTo(email))).toBe(400);
    expect(await confirm(welcome)).toBe(200);
    expect(await send(email, OWNER)).toBe(200);
    expect(await confirm(test.mailer.codeTo(email))).toBe(400);
    expect(await send(email, OWNER, 'reset')).toBe(200);
    const moved = { emal: email, code: test.mailer.codeTo(email) };
    expect((await test.client.get('user_email_update', { as, query: moved, ...from(OWNER) })).body.ERRORS.ID).toBe(
      'code_invalid',
    );
    test.clock.time += 3_600_001;
    expect(await reset(email, test.mailer.codeTo(email))).toBe(400);
    expect(await send(email, OWNER, 'reset')).toBe(200);
    expect(await reset(email, test.mailer.codeTo(email))).toBe(200);
    const unknown = await test.client.get('user_email_verify_send', { query: { emal: email, purpose: 'gossip' } });
    expect(unknown.body.ERRORS.ID).toBe('purpose_invalid');
  });
});
