import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { naira } from '../../../src/kernel/money.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo } from '../../support/mailbox.js';
import { changeRow } from '../../support/change-row.js';

/** Cyrillic letters, but for the domain. */
const APE = 'аре@example.com';

describe.each(ONE_BACKEND)('e-mail addresses that look alike on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    ada = await service.register({ emal: 'ape@example.com' });
  });
  afterAll(() => service.close());

  let devices = 0;
  const register = (emal: string) =>
    service.client.post('user_profile_create', {
      body: { fsnm: 'Eve', lsnm: 'Bad', emal, pswd: 'Correct-horse-7', devt: 'Web', devs: `eve-${++devices}`, devn: 'Web' },
    });
  const login = (emal: string) =>
    service.client.post('user_profile_login', { body: { emal, pswd: 'Correct-horse-7', dvty: 'Web', dsnm: 'desk' } });
  const outcome = ({ status, body }: Answer) => (body.REQUEST.STATUS === 'OK' ? 'OK' : `${status} ${body.ERRORS.ID}`);

  it.each([
    ['a zero-width space', 'ape\u200b@example.com'],
    ['a mark of direction', '\u202eape@example.com'],
    ['a soft hyphen', 'a\u00adpe@example.com'],
    ['a Cyrillic letter among Latin ones', 'аpe@example.com'],
    ['a Cyrillic letter in the domain', 'ape@exаmple.com'],
  ])('are refused with %s', async (_, address) => {
    expect(outcome(await register(address))).toBe('400 emal_invalid');
  });

  it('are taken, as the address itself is', async () => {
    const taken = await register('ape@example.com');
    for (const address of [APE, 'ａpe@example.com', 'ɑpe@example.com', ' APE@example.com']) {
      const answer = await register(address);
      expect([answer.status, answer.body.ERRORS.ID]).toEqual([taken.status, taken.body.ERRORS.ID]);
    }
    expect(outcome(await register('obi1@example.com'))).toBe('OK');
    expect(outcome(await register('obil@example.com'))).toBe('OK');
    expect(outcome(await register('rene@example.com'))).toBe('OK');
  });

  it('are taken by the one that registers first, also at once', async () => {
    expect(outcome(await register('ѕсоре@example.com'))).toBe('OK');
    expect(outcome(await register('scope@example.com'))).toBe('409 email_taken');
    const both = await Promise.all([register('рас@example.com'), register('pac@example.com')]);
    expect(both.map(outcome).toSorted()).toEqual(['409 email_taken', 'OK']);
  });

  it('are refused as a new address of an account, and one of its own is not', async () => {
    const eve = await service.register();
    const move = async (as: TestUser, emal: string) => {
      const { dataDir } = service.config;
      // Its registration may have brought the address a code before.
      const { length: before } = await codesTo(dataDir, emal, 0);
      const sent = await service.client.get('user_email_verify_send', { query: { emal, purpose: 'update' } });
      const code = outcome(sent) === 'OK' ? (await codesTo(dataDir, emal, before + 1)).at(-1)! : '000000';
      return service.client.get('user_email_update', { as, query: { emal, code, pswd: as.password } });
    };
    expect(outcome(await move(eve, 'ɑpe@example.com'))).toMatch(/^409 /);
    expect(outcome(await move(eve, 'аpe@example.com'))).toBe('400 emal_invalid');
    const own = await service.register({ emal: 'sos@example.com' });
    expect(outcome(await move(own, 'ѕоѕ@example.com'))).toBe('OK');
    expect(outcome(await move(own, 'sos@example.com'))).toBe('OK');
  });

  it('sign in as before where an account has one', async () => {
    const old = await service.register();
    for (const address of ['оld@example.com', 'ol\u200bd@example.com', 'ｏｌｄ@example.com']) {
      await changeRow(service.app, 'user_account', old.userid, { email: address });
      expect(outcome(await login(address))).toBe('OK');
    }
  });

  it('sign in however a keyboard composes the letters', async () => {
    expect(outcome(await register('rene\u0301@example.com'))).toBe('OK');
    for (const address of ['rene\u0301@example.com', 'ren\u00e9@example.com']) expect(outcome(await login(address))).toBe('OK');
  });

  it('get no money by mistake', async () => {
    await service.app.get(Ledger, { strict: false }).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(1_000)));
    const obi = await service.register({ emal: 'payee@example.com' });
    const pay = (email: string) => service.client.post('user_transfer_create', { as: ada, body: { email, amount: 50 } });
    for (const email of ['payee\u200b@example.com', 'pаyee@example.com'])
      expect(outcome(await pay(email))).toMatch(/email_invalid$/);
    expect(outcome(await pay(' PAYEE@example.com '))).toBe('OK');
    expect(outcome(await pay('ｐayee@example.com'))).toBe('OK');
    expect(obi.email).toBe('payee@example.com');
  });
});
