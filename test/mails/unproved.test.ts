import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompleteClosing } from '../../src/contexts/accounts/closing.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { naira } from '../../src/kernel/money.js';
import { Database } from '../../src/platform/database/database.js';
import { provider } from '../contexts/analytics/support.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { movement } from '../support/ledger-fixture.js';
import { codesTo, mailsTo } from '../support/mailbox.js';
import { until } from '../support/until.js';

const NARRATION = 'Your wallet is blocked, unblock it at https://evil.example';

describe.each(ONE_BACKEND)('mails to addresses that nobody proved on %s', (backend) => {
  const lines: string[] = [];
  let service: TestApp;
  beforeAll(async () => {
    const log = { write: (line: string) => void lines.push(line) };
    const settings = { EMAIL_VERIFICATION: 'required', TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'info' };
    service = await startApp(backend, settings, undefined, log);
  });
  afterAll(() => service.close());

  const mails = (email: string) => mailsTo(service.config.dataDir, email);
  const textsOf = async (email: string) => (await mails(email)).map(({ subject, text }) => `${subject} ${text}`).join('\n');
  async function confirmed(): Promise<TestUser> {
    const user = await service.register();
    const [code] = await codesTo(service.config.dataDir, user.email);
    await service.client.get('user_email_confirm', { as: user, query: { code: code! } });
    return user;
  }

  it('say nothing that anybody typed', async () => {
    const payer = await confirmed();
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, payer.userid, naira(10_000)));
    const [victim, known] = [await service.register({ fsnm: 'Blocked', lsnm: 'Wallet' }), await confirmed()];
    for (const { email } of [victim, known]) {
      const body = { email, amount: 50, messge: NARRATION };
      expect((await service.client.post('user_transfer_create', { as: payer, body })).body.REQUEST.STATUS).toBe('OK');
      await until(async () => (await mails(email)).some(({ subject }) => subject?.startsWith('You received')));
    }
    const toVictim = await textsOf(victim.email);
    expect(toVictim).toContain('You received');
    expect(toVictim).toContain('Hello,');
    for (const typed of ['evil', 'unblock', 'Blocked', 'Ada']) expect(toVictim).not.toContain(typed);
    expect(await textsOf(known.email)).toContain('evil.example');
  });

  it('are three a day for who asks and twelve in all, of any kind, which no answer tells', async () => {
    const victim = await service.register();
    for (const emal of [victim.email, 'nobody@unproved.example.com']) {
      for (let network = 1; network <= 5; network++)
        for (let number = 0; number < 4; number++) {
          const ip = { headers: { 'x-forwarded-for': `41.58.${network}.1` } };
          const answer = await service.client.get('user_email_verify_send', { query: { emal, purpose: 'reset' }, ...ip });
          expect(answer.status).toBe(200);
        }
    }
    const change = { pswd: victim.password, npwd: 'Another-horse-8' };
    expect((await service.client.post('user_password_change', { as: victim, body: change })).status).toBe(200);
    await codesTo(service.config.dataDir, victim.email, 12);
    await codesTo(service.config.dataDir, 'nobody@unproved.example.com', 12);
    const withheld = () => lines.filter((line) => line.includes('a mail was withheld'));
    await until(() => withheld().length === 10 + 8);
    for (const line of withheld()) expect(line).not.toMatch(/@|example\.com/);
    expect(await mails(victim.email)).toHaveLength(12);
    expect(await mails('nobody@unproved.example.com')).toHaveLength(12);
  });

  describe('that a stranger registered', () => {
    const registration = (emal: string, ip: string, devs: string) => ({
      body: { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', devt: 'Web', devs, devn: 'Web' },
      headers: { 'x-forwarded-for': ip },
    });
    const register = (emal: string, ip: string, devs: string) =>
      service.client.post('user_profile_create', registration(emal, ip, devs));
    const codeTo = async (email: string, count: number) => (await codesTo(service.config.dataDir, email, count)).at(-1)!;

    it('leave its owner a mail, and the address to the next registration', async () => {
      const email = 'wanted@unproved.example.com';
      const stranger = (await register(email, '102.89.1.1', 'thief')).body.DATA as TestUser;
      const purposes = ['confirm', 'reset', 'update', 'export', 'confirm'];
      for (const purpose of purposes)
        await service.client.get('user_email_verify_send', {
          query: { emal: email, purpose },
          headers: { 'x-forwarded-for': '102.89.1.1' },
        });
      const before = await codesTo(service.config.dataDir, email, 3);
      const owner = (await register(email, '41.58.9.1', 'own')).body.DATA as TestUser;
      expect(owner.userid).not.toBe(stranger.userid);
      const code = await codeTo(email, 4);
      for (const former of before)
        expect((await service.client.get('user_email_verify', { query: { emal: email, code: former } })).status).toBe(400);
      expect((await service.client.get('user_email_confirm', { as: owner, query: { code } })).status).toBe(200);
      expect((await service.client.get('user_profile_get_info', { as: stranger })).status).toBe(401);
      expect((await register(email, '102.89.1.1', 'thief')).body.ERRORS.ID).toBe('email_taken');
      const rows = () =>
        provider(service, Database).rows<{ status: string; email: string }>(
          'SELECT status, email FROM user_account WHERE id = ?',
          [stranger.userid],
        );
      expect(await rows()).toEqual([{ status: 'closing', email: `${stranger.userid.toLowerCase()}@closed.invalid` }]);
      await provider(service, CompleteClosing).execute(stranger.userid);
      expect(await rows()).toMatchObject([{ status: 'closed' }]);
      expect((await service.client.get('user_profile_get_info', { as: owner })).status).toBe(200);
    });

    it('go to one of two who register at once', async () => {
      const email = 'raced@unproved.example.com';
      await register(email, '102.89.2.1', 'thief');
      const answers = await Promise.all(['41.58.9.2', '41.58.9.3'].map((ip) => register(email, ip, `own-${ip}`)));
      expect(answers.map(({ body }) => body.REQUEST.STATUS)).toContain('OK');
      const accounts = await provider(service, Database).rows('SELECT id FROM user_account WHERE email = ?', [email]);
      expect(accounts).toHaveLength(1);
    });

    it('go to who proves them for another account, and stay where there is money', async () => {
      const email = 'moved@unproved.example.com';
      await register(email, '102.89.3.1', 'thief');
      const ada = await confirmed();
      const ip = { headers: { 'x-forwarded-for': '41.58.9.4' } };
      await service.client.get('user_email_verify_send', { query: { emal: email, purpose: 'update' }, ...ip });
      const query = { emal: email, code: await codeTo(email, 2), pswd: ada.password };
      expect((await service.client.get('user_email_update', { as: ada, query })).body.REQUEST.STATUS).toBe('OK');

      const funded = 'funded@unproved.example.com';
      const holder = (await register(funded, '102.89.3.1', 'holder')).body.DATA as TestUser;
      await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, holder.userid, naira(10)));
      expect((await register(funded, '41.58.9.5', 'own')).body.ERRORS.ID).toBe('email_taken');
      await service.client.get('user_email_verify_send', { query: { emal: funded, purpose: 'update' }, ...ip });
      const taken = { emal: funded, code: await codeTo(funded, 2), pswd: ada.password };
      expect((await service.client.get('user_email_update', { as: ada, query: taken })).status).toBe(409);
    });
  });

  it('are not counted once the address is proved', async () => {
    const user = await confirmed();
    for (let network = 1; network <= 2; network++)
      for (let number = 0; number < 4; number++) {
        const ip = { headers: { 'x-forwarded-for': `41.59.${network}.1` } };
        await service.client.get('user_email_verify_send', { query: { emal: user.email, purpose: 'reset' }, ...ip });
      }
    expect(await codesTo(service.config.dataDir, user.email, 9)).toHaveLength(9);
  });
});
