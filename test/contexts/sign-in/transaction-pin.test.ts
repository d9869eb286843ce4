import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/create-app.js';
import { CacheInvalidator } from '../../../src/contexts/sign-in/adapters/invalidating-cache.js';
import { PasswordHasher } from '../../../src/contexts/sign-in/credentials.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type Answer, type Credentials, TestClient } from '../../support/client.js';
import { ShiftedClock } from '../../support/clocks.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo } from '../../support/mailbox.js';
import { provider } from '../analytics/support.js';
import { AIRTIME, ELECTRICITY } from '../purchases/support.js';
import { until } from '../../support/until.js';

const PIN = '4829';
const WRONG = '7305';
const LOCK_MS = 15 * 60_000;

describe.each(ONE_BACKEND)('transaction PIN on %s', (backend) => {
  const clock = new ShiftedClock();
  let service: TestApp;
  let obi: TestUser;
  let client: TestClient;

  beforeAll(async () => {
    service = await startApp(backend, {}, clock);
    client = service.client;
    obi = await service.register();
  });
  afterAll(() => service.close());

  const post = (action: string, as: Credentials, body: object, idempotencyKey?: string, through = client) =>
    through.post(action, { as, body, idempotencyKey, timestamp: Math.floor(clock.now() / 1000) });
  const pay = (as: Credentials, pinc?: string, idempotencyKey?: string, through = client) =>
    post(
      'user_transfer_create',
      as,
      { email: obi.email, amount: 50, ...(pinc === undefined ? {} : { pinc }) },
      idempotencyKey,
      through,
    );
  const setPin = (as: TestUser, pinc = PIN, proof: object = {}) =>
    post('user_passcode_update', as, { pswd: as.password, pinc, ...proof });
  async function mailedCode(email: string): Promise<string> {
    await client.get('user_email_verify_send', { query: { emal: email, purpose: 'pin' } });
    return (await codesTo(service.config.dataDir, email, 2)).at(-1)!;
  }
  const passcodeOf = async (as: Credentials) =>
    (await client.get('user_profile_get_info', { as, timestamp: Math.floor(clock.now() / 1000) })).body.DATA.passcode as string;
  const outcome = ({ status, body }: Answer) =>
    body.REQUEST.STATUS === 'OK' ? 'paid' : `${status} ${body.ERRORS.CODE} ${body.ERRORS.ID}`;

  async function customer(pin = PIN): Promise<TestUser> {
    const user = await service.register();
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(10_000)));
    if (pin !== '') await setPin(user, pin);
    return user;
  }
  async function anotherSession({ email, password }: TestUser): Promise<Credentials> {
    const body = { emal: email, pswd: password, dvty: 'Web', dsnm: `other-${email}` };
    return (await client.post('user_profile_login', { body })).body.DATA as Credentials;
  }

  it('is set and taken away with the password', async () => {
    const ada = await customer('');
    expect(await passcodeOf(ada)).toBe('inactive');
    expect(outcome(await pay(ada))).toBe('paid');
    expect(outcome(await setPin(ada, PIN, { pswd: 'Wrong-horse-7' }))).toBe('400 400 pswd_invalid');
    for (const weak of ['1234', '1111', '12345']) expect(outcome(await setPin(ada, weak))).toBe('400 400 pinc_invalid');
    expect(outcome(await post('user_passcode_update', ada, { pswd: ada.password }))).toBe('400 400 pinc_required');
    expect(await passcodeOf(ada)).toBe('inactive');
    await setPin(ada);
    expect(await passcodeOf(ada)).toBe('active');
    expect(outcome(await pay(ada))).toBe('400 400 pinc_required');
    for (const blank of [' ', '  ', '\t', '\u00a0']) expect(outcome(await setPin(ada, blank))).toBe('400 400 pinc_invalid');
    expect(await passcodeOf(ada)).toBe('active');
    expect(outcome(await setPin(ada, '', { opin: PIN }))).toBe('paid');
    expect(await passcodeOf(ada)).toBe('inactive');
    expect(outcome(await pay(ada))).toBe('paid');
  });

  it('is replaced and taken away by who knows it, or reads the mailbox', async () => {
    const ada = await customer();
    expect(outcome(await setPin(ada, '918273', { opin: WRONG }))).toBe('400 400 pinc_invalid');
    expect(outcome(await setPin(ada, '918273', { code: 'ABCD-EFGH' }))).toBe('400 400 code_invalid');
    expect(outcome(await pay(ada, PIN))).toBe('paid');
    const code = await mailedCode(ada.email);
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(outcome(await setPin(ada, '918273', { code }))).toBe('paid');
    expect(outcome(await pay(ada, PIN))).toBe('400 400 pinc_invalid');
    expect(outcome(await pay(ada, '918273'))).toBe('paid');
    expect(outcome(await setPin(ada, '', { code }))).toBe('400 400 code_invalid');
    expect(outcome(await setPin(ada, '', { opin: '918273' }))).toBe('paid');
    expect(outcome(await pay(ada))).toBe('paid');
  });

  it.each(['', '918273'])('the password alone ends it, and nothing is paid for a day without it (%s)', async (pinc) => {
    const ada = await customer();
    const thief = { ...ada, ...(await anotherSession(ada)) };
    const answer = await setPin(thief, pinc);
    expect(answer.body.DATA.COMMENT).toContain('You cannot pay from your account until');
    expect(Number(answer.body.DATA.coolingOff) * 1000).toBeGreaterThan(clock.now() + 86_300_000);
    for (const pin of [undefined, '918273']) expect(outcome(await pay(thief, pin))).not.toBe('paid');
    expect(outcome(await setPin(thief, '918273'))).toBe('400 400 pinc_invalid');
    expect(outcome(await pay(ada, PIN))).toBe('paid');
    expect(outcome(await pay(thief))).toBe('400 400 pinc_required');
    await setPin(thief, pinc);
    clock.aheadMs += 86_401_000;
    const as = { ...ada, ...(await anotherSession(ada)) };
    expect(outcome(await setPin(as, '918273'))).toBe('paid');
    expect(outcome(await pay(as, '918273'))).toBe('paid');
  });

  it('a PIN that was set while nothing is paid does not end the wait by being ended', async () => {
    const ada = await customer('');
    await client.get('user_email_verify_send', { query: { emal: ada.email } });
    const code = (await codesTo(service.config.dataDir, ada.email, 2)).at(-1)!;
    await client.post('user_password_reset', { body: { emal: ada.email, pswd: 'Another-horse-8', code } });
    const as = { ...ada, password: 'Another-horse-8', ...(await anotherSession({ ...ada, password: 'Another-horse-8' })) };
    expect(outcome(await setPin(as))).toBe('paid');
    expect(outcome(await setPin(as, ''))).toBe('paid');
    expect(outcome(await pay(as, PIN))).toBe('400 400 cooling_off');
  });

  it('the mailbox of an address that the account has lately says nothing of it', async () => {
    const ada = await customer();
    const email = `moved-${ada.email}`;
    await client.get('user_email_verify_send', { query: { emal: email, purpose: 'update' } });
    const code = (await codesTo(service.config.dataDir, email, 1))[0]!;
    const query = { emal: email, code, pswd: ada.password };
    const moved = await client.get('user_email_update', { as: ada, query, timestamp: Math.floor(clock.now() / 1000) });
    expect(outcome(moved)).toBe('paid');
    expect(outcome(await setPin(ada, '918273', { code: await mailedCode(email) }))).toBe('400 400 pinc_invalid');
    expect(outcome(await pay(ada))).toBe('400 400 cooling_off');
    expect(outcome(await pay(ada, PIN))).toBe('paid');
    expect(outcome(await pay(ada))).toBe('400 400 pinc_required');
  });

  it('is needed by transfers and purchases', async () => {
    const ada = await customer('482913');
    for (const [action, body] of [
      ['user_transfer_create', { email: obi.email, amount: 50 }],
      ['service_airtime_purchase', AIRTIME],
      ['service_bill_payment', ELECTRICITY],
    ] as const) {
      expect(outcome(await post(action, ada, body))).toBe('400 400 pinc_required');
      expect(outcome(await post(action, ada, { ...body, pinc: WRONG }))).toBe('400 400 pinc_invalid');
      expect(outcome(await post(action, ada, { ...body, pinc: '48291' }))).toBe('400 400 pinc_invalid');
      expect(outcome(await post(action, ada, { ...body, pinc: '482913' }))).toBe('paid');
    }
    expect(outcome(await post('user_deposit_order_create', ada, { amount: 100 }))).toBe('paid');
  });

  it('may follow under the same idempotency key, and a finished request is repeated without one', async () => {
    const ada = await customer();
    expect(outcome(await pay(ada, undefined, 'first-key'))).toBe('400 400 pinc_required');
    expect(outcome(await pay(ada, WRONG, 'first-key'))).toBe('400 400 pinc_invalid');
    const first = await pay(ada, PIN, 'first-key');
    expect(outcome(first)).toBe('paid');
    for (const pinc of [PIN, undefined, WRONG]) {
      const repeat = await pay(ada, pinc, 'first-key');
      expect(repeat.body).toEqual(first.body);
      expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    }
    const body = { ...ELECTRICITY, pinc: PIN };
    const bought = await post('service_bill_payment', ada, body, 'second-key');
    expect(outcome(bought)).toBe('paid');
    expect((await post('service_bill_payment', ada, ELECTRICITY, 'second-key')).body).toEqual(bought.body);
    // The wrong PIN of the repeat was an attempt like others.
    for (let attempt = 0; attempt < 4; attempt++) expect(outcome(await pay(ada, WRONG))).toBe('400 400 pinc_invalid');
    expect(outcome(await pay(ada, PIN))).toBe('429 429 pinc_locked');
  });

  it('is hashed once for a session and five minutes', async () => {
    const ada = await customer();
    const verify = vi.spyOn(provider(service, PasswordHasher), 'verify');
    const hashed = async (work: () => Promise<unknown>) => {
      verify.mockClear();
      await work();
      return verify.mock.calls.length;
    };
    const other = await anotherSession(ada);
    const tenAtOnce = () => Promise.all(Array.from({ length: 10 }, () => pay(ada, PIN)));
    expect(await hashed(async () => expect((await tenAtOnce()).map(outcome)).toEqual(Array(10).fill('paid')))).toBe(1);
    expect(await hashed(tenAtOnce)).toBe(0);
    expect(await hashed(() => pay(other, PIN))).toBe(1);
    clock.aheadMs += 5 * 60_000;
    expect(await hashed(() => pay(ada, PIN))).toBe(1);
    await setPin(ada, '9073', { opin: PIN });
    expect(outcome(await pay(ada, PIN))).toBe('400 400 pinc_invalid');
    verify.mockRestore();
  });

  it('is locked for 15 minutes by five wrong ones, for all sessions, and by ten until a code is mailed', async () => {
    const ada = await customer();
    const other = await anotherSession(ada);
    expect(outcome(await pay(other, PIN))).toBe('paid');
    for (let attempt = 0; attempt < 5; attempt++) expect(outcome(await pay(ada, WRONG))).toBe('400 400 pinc_invalid');
    for (const as of [ada, other]) {
      const locked = await pay(as, PIN);
      expect(outcome(locked)).toBe('429 429 pinc_locked');
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    }
    clock.aheadMs += LOCK_MS;
    for (let attempt = 0; attempt < 5; attempt++) expect(outcome(await pay(ada, WRONG))).toBe('400 400 pinc_invalid');
    clock.aheadMs += 60 * LOCK_MS;
    expect(outcome(await pay(other, PIN))).toBe('403 403 pinc_blocked');
    const notices = await client.get('user_notice_fetch', { as: ada, timestamp: Math.floor(clock.now() / 1000) });
    const subjects = (notices.body.DATA.result as { subject: string }[]).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Wrong transaction PIN')).toHaveLength(2);
    expect(outcome(await setPin(ada, PIN, { pswd: 'Wrong-horse-7' }))).toBe('400 400 pswd_invalid');
    expect(outcome(await setPin(ada, PIN, { opin: PIN }))).toBe('403 403 pinc_blocked');
    expect(outcome(await setPin(ada, PIN, { code: await mailedCode(ada.email) }))).toBe('paid');
    expect(outcome(await pay(other, PIN))).toBe('paid');
  });

  it('has five tries, also for concurrent guesses on several processes', async () => {
    const ada = await customer();
    const other = backend === 'mysql' ? await createApp({ config: service.config, clock }) : undefined;
    await other?.listen(0, '127.0.0.1');
    const clients = other ? [client, new TestClient(await other.getUrl())] : [client];
    const invalidator = other?.get(CacheInvalidator, { strict: false });
    if (invalidator) await until(() => invalidator.isConnected);
    const guesses = Array.from({ length: 20 }, (_, number) => pay(ada, WRONG, undefined, clients[number % clients.length]));
    const outcomes = (await Promise.all(guesses)).map(outcome);
    expect(outcomes.filter((each) => each === '400 400 pinc_invalid')).toHaveLength(5);
    expect(outcomes.filter((each) => each === '429 429 pinc_locked')).toHaveLength(15);
    for (const each of clients) expect(outcome(await pay(ada, PIN, undefined, each))).toBe('429 429 pinc_locked');
    await other?.close();
  });

  it('ends with a password reset', async () => {
    const ada = await customer();
    await client.get('user_email_verify_send', { query: { emal: ada.email } });
    const code = (await codesTo(service.config.dataDir, ada.email, 2)).at(-1)!;
    const body = { emal: ada.email, pswd: 'Another-horse-8', code };
    expect((await client.post('user_password_reset', { body })).body.REQUEST.STATUS).toBe('OK');
    const as = await anotherSession({ ...ada, password: 'Another-horse-8' });
    expect(await passcodeOf(as)).toBe('inactive');
    // Tested with what a reset delays.
    expect(outcome(await pay(as))).toBe('400 400 cooling_off');
  });

  it('is stored as an encrypted hash, and its attempts survive a restart', async () => {
    const ada = await customer();
    for (let attempt = 0; attempt < 4; attempt++) await pay(ada, WRONG);
    const rows = await provider(service, Database).rows<{ sealed_hash: string }>('SELECT sealed_hash FROM transaction_pin');
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed_hash: sealed } of rows) expect(sealed).toMatch(/^v[0-9]\.[^$]+$/);
    await service.app.close();
    const restarted = await createApp({ config: service.config, clock });
    await restarted.listen(0, '127.0.0.1');
    const through = new TestClient(await restarted.getUrl());
    expect(outcome(await pay(ada, WRONG, undefined, through))).toBe('400 400 pinc_invalid');
    expect(outcome(await pay(ada, PIN, undefined, through))).toBe('429 429 pinc_locked');
    await restarted.close();
  });
});
