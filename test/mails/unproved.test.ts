import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { naira } from '../../src/kernel/money.js';
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

  it('are five a day of any kind, which no answer tells', async () => {
    const victim = await service.register();
    for (const emal of [victim.email, 'nobody@unproved.example.com']) {
      for (let network = 1; network <= 3; network++)
        for (let number = 0; number < 3; number++) {
          const ip = { headers: { 'x-forwarded-for': `41.58.${network}.1` } };
          const answer = await service.client.get('user_email_verify_send', { query: { emal, purpose: 'reset' }, ...ip });
          expect(answer.status).toBe(200);
        }
    }
    const change = { pswd: victim.password, npwd: 'Another-horse-8' };
    expect((await service.client.post('user_password_change', { as: victim, body: change })).status).toBe(200);
    await codesTo(service.config.dataDir, victim.email, 5);
    await codesTo(service.config.dataDir, 'nobody@unproved.example.com', 5);
    const withheld = () => lines.filter((line) => line.includes('a mail was withheld'));
    await until(() => withheld().length === 6 + 4);
    for (const line of withheld()) expect(line).not.toMatch(/@|example\.com/);
    expect(await mails(victim.email)).toHaveLength(5);
    expect(await mails('nobody@unproved.example.com')).toHaveLength(5);
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
