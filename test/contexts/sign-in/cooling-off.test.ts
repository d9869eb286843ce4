import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/create-app.js';
import { CacheInvalidator } from '../../../src/contexts/sign-in/adapters/invalidating-cache.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { formatLagosTime } from '../../../src/kernel/lagos-time.js';
import { naira } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { type Answer, type Credentials, TestClient } from '../../support/client.js';
import { ShiftedClock } from '../../support/clocks.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo, mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { provider } from '../analytics/support.js';
import { AIRTIME, ELECTRICITY } from '../purchases/support.js';

const PIN = '4829';
const WRONG = '7305';
const NEW_PASSWORDS = ['Another-horse-8', 'Third-horse-9', 'Fourth-horse-10'];
const DAY_MS = 86_400_000;

describe.each(ONE_BACKEND)('after a password reset on %s', (backend) => {
  const clock = new ShiftedClock();
  let issuer: IdTokenIssuer;
  let service: TestApp;
  let obi: TestUser;
  let client: TestClient;

  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    service = await startApp(backend, { ...issuer.environment, SESSION_TTL_SECONDS: String(7 * 86_400) }, clock);
    client = service.client;
    obi = await service.register();
  });
  afterAll(async () => {
    await service.close();
    issuer.stop();
  });

  const seconds = () => Math.floor(clock.now() / 1000);
  const post = (action: string, as: Credentials, body: object, idempotencyKey?: string, through = client) =>
    through.post(action, { as, body, idempotencyKey, timestamp: seconds() });
  const pay = (as: Credentials, pinc?: string, through = client, idempotencyKey?: string) =>
    post(
      'user_transfer_create',
      as,
      { email: obi.email, amount: 50, ...(pinc === undefined ? {} : { pinc }) },
      idempotencyKey,
      through,
    );
  const setPin = (as: Credentials, pinc: string, pswd: string, opin?: string) =>
    post('user_passcode_update', as, { pswd, pinc, opin });
  const profileOf = async (as: Credentials) =>
    (await client.get('user_profile_get_info', { as, timestamp: seconds() })).body.DATA as {
      passcode: string;
      coolingOff: string;
    };
  const outcome = ({ status, body }: Answer) =>
    body.REQUEST.STATUS === 'OK' ? 'paid' : `${status} ${body.ERRORS.CODE} ${body.ERRORS.ID}`;
  const fund = (userId: string) => provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, userId, naira(10_000)));

  async function customer(pin = PIN): Promise<TestUser> {
    const user = await service.register();
    await fund(user.userid);
    if (pin !== '') await setPin(user, pin, user.password);
    return user;
  }

  /** By a code from the mailbox, and signed in again. */
  async function reset(user: TestUser, time = 0, through = client): Promise<{ as: TestUser; answer: Answer }> {
    const pswd = NEW_PASSWORDS[time]!;
    const { email } = user;
    await client.get('user_email_verify_send', { query: { emal: email, purpose: 'reset' } });
    const code = (await codesTo(service.config.dataDir, email, 2 + time)).at(-1)!;
    const answer = await through.post('user_password_reset', { body: { emal: email, pswd, code } });
    expect(answer.body.REQUEST.STATUS).toBe('OK');
    const login = { emal: email, pswd, dvty: 'Web', dsnm: `thief-of-${email}` };
    const session = (await through.post('user_profile_login', { body: login })).body.DATA as Credentials;
    return { as: { ...user, ...session, password: pswd }, answer };
  }

  it('nothing is spent for a day without the PIN of before, which is told in the answer, the mail and the profile', async () => {
    const ada = await customer();
    const before = clock.now();
    const { as, answer } = await reset(ada);
    const data = answer.body.DATA as { COMMENT: string; coolingOff: string };
    const endsAt = Number(data.coolingOff) * 1000;
    expect(endsAt).toBeGreaterThanOrEqual(Math.floor((before + DAY_MS) / 1000) * 1000);
    expect(endsAt).toBeLessThanOrEqual(clock.now() + DAY_MS);
    expect(data.COMMENT).toContain(formatLagosTime(endsAt));
    expect(await profileOf(as)).toMatchObject({ passcode: 'inactive', coolingOff: data.coolingOff });
    let text = '';
    await until(async () => {
      text =
        (await mailsTo(service.config.dataDir, ada.email)).find(({ subject }) => subject === 'Your password was reset')?.text ??
        '';
      return text !== '';
    });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `You cannot pay from your account until ${formatLagosTime(endsAt)}. To end the wait, enter the transaction PIN`,
    );

    for (const [action, body] of [
      ['user_transfer_create', { email: obi.email, amount: 50 }],
      ['service_airtime_purchase', AIRTIME],
      ['service_bill_payment', ELECTRICITY],
    ] as const) {
      const refused = await post(action, as, body, `cooling-${action}-${as.userid}`);
      expect(outcome(refused)).toBe('400 400 cooling_off');
      expect(refused.body.ERRORS.DETAILS).toContain(formatLagosTime(endsAt));
      expect(refused.body.ERRORS.DETAILS).toContain('transaction PIN');
      expect(outcome(await post(action, as, { ...body, pinc: WRONG }))).toBe('400 400 pinc_invalid');
    }
    // Money comes in as always.
    expect(outcome(await post('user_deposit_order_create', as, { amount: 100 }))).toBe('paid');
    await fund(obi.userid);
    expect(outcome(await post('user_transfer_create', obi, { email: ada.email, amount: 50 }))).toBe('paid');

    // The refusal was not stored: the PIN may follow under the same key, ends the wait and is the PIN again.
    expect(
      outcome(
        await post(
          'user_transfer_create',
          as,
          { email: obi.email, amount: 50, pinc: PIN },
          `cooling-user_transfer_create-${as.userid}`,
        ),
      ),
    ).toBe('paid');
    expect(await profileOf(as)).toMatchObject({ passcode: 'active', coolingOff: '' });
    expect(outcome(await pay(as))).toBe('400 400 pinc_required');
    expect(outcome(await pay(as, PIN))).toBe('paid');
    expect(outcome(await setPin(as, '918273', as.password, PIN))).toBe('paid');
    expect(outcome(await pay(as, '918273'))).toBe('paid');
  });

  it('ends by itself after a day, without a PIN', async () => {
    const { as } = await reset(await customer());
    clock.aheadMs += DAY_MS - 60_000;
    expect(outcome(await pay(as))).toBe('400 400 cooling_off');
    clock.aheadMs += 61_000;
    expect(outcome(await pay(as))).toBe('paid');
    expect(await profileOf(as)).toMatchObject({ passcode: 'inactive', coolingOff: '' });
    expect(outcome(await setPin(as, '918273', as.password))).toBe('paid');
    expect(outcome(await pay(as))).toBe('400 400 pinc_required');
    clock.aheadMs = 0;
  });

  it('an account without a PIN waits, whatever PIN is set meanwhile, also through another reset', async () => {
    const ada = await customer('');
    const { as } = await reset(ada);
    const refused = await pay(as);
    expect(outcome(refused)).toBe('400 400 cooling_off');
    expect(refused.body.ERRORS.DETAILS).not.toContain('entering it');
    expect(outcome(await pay(as, PIN))).toBe('400 400 cooling_off');
    expect(outcome(await setPin(as, PIN, as.password))).toBe('paid');
    expect(outcome(await pay(as, PIN))).toBe('400 400 cooling_off');
    const again = await reset(ada, 1);
    expect(outcome(await pay(again.as, PIN))).toBe('400 400 cooling_off');
    expect(outcome(await setPin(again.as, PIN, again.as.password))).toBe('paid');
    expect(outcome(await pay(again.as, PIN))).toBe('400 400 cooling_off');
  });

  it('no new PIN takes the place of the one of before, which user_passcode_update takes too', async () => {
    const ada = await customer();
    const { as } = await reset(ada);
    expect(outcome(await setPin(as, '918273', as.password))).toBe('400 400 pinc_invalid');
    expect(outcome(await setPin(as, '', as.password))).toBe('400 400 cooling_off');
    expect(outcome(await pay(as, '918273'))).toBe('400 400 pinc_invalid');
    const again = await reset(ada, 1);
    expect(outcome(await setPin(again.as, PIN, again.as.password))).toBe('paid');
    expect(await profileOf(again.as)).toMatchObject({ passcode: 'active', coolingOff: '' });
    expect(outcome(await pay(again.as))).toBe('400 400 pinc_required');
    expect(outcome(await pay(again.as, PIN))).toBe('paid');
  });

  it('the PIN of before has the tries that a PIN has', async () => {
    const { as } = await reset(await customer());
    for (let attempt = 0; attempt < 5; attempt++) expect(outcome(await pay(as, WRONG))).toBe('400 400 pinc_invalid');
    expect(outcome(await pay(as, PIN))).toBe('429 429 pinc_locked');
    expect(outcome(await setPin(as, PIN, as.password))).toBe('429 429 pinc_locked');
    clock.aheadMs += 15 * 60_000 + 1_000;
    for (let attempt = 0; attempt < 5; attempt++)
      expect(outcome(await setPin(as, WRONG, as.password))).toBe('400 400 pinc_invalid');
    for (const each of [await pay(as, PIN), await setPin(as, PIN, as.password)])
      expect(outcome(each)).toBe('400 400 cooling_off');
    clock.aheadMs = 0;
  });

  it('parallel payments with the PIN of before all pass', async () => {
    const { as } = await reset(await customer());
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) => pay(as, PIN, client, `parallel-${number}-${as.userid}`)),
    );
    expect(answers.map(outcome)).toEqual(Array.from({ length: 5 }, () => 'paid'));
    expect(await profileOf(as)).toMatchObject({ passcode: 'active', coolingOff: '' });
  });

  it('an account that Google’s word won waits too', async () => {
    const ada = await customer();
    const rqat = await issuer.token({ email: ada.email });
    const body = { rqat, devt: 'iOS', devs: 'own', devn: 'iPhone' };
    const as = (await client.post('user_google_login', { body })).body.DATA as Credentials;
    expect(outcome(await pay(as))).toBe('400 400 cooling_off');
    expect(outcome(await pay(as, PIN))).toBe('paid');
  });

  it('every process refuses, and knows when the wait has ended', async () => {
    const other = backend === 'mysql' ? await createApp({ config: service.config, clock }) : undefined;
    await other?.listen(0, '127.0.0.1');
    const clients = other ? [client, new TestClient(await other.getUrl())] : [client];
    const invalidator = other?.get(CacheInvalidator, { strict: false });
    if (invalidator) await until(() => invalidator.isConnected);
    const ada = await customer();
    for (const each of clients) expect(outcome(await pay(ada, PIN, each))).toBe('paid');
    const { as } = await reset(ada, 0, clients.at(-1));
    for (const each of clients) expect(outcome(await pay(as, undefined, each))).toBe('400 400 cooling_off');
    expect(outcome(await pay(as, PIN, clients.at(-1)))).toBe('paid');
    for (const each of clients) await until(async () => outcome(await pay(as, undefined, each)) === '400 400 pinc_required');
    await other?.close();
  });

  it('a payer is read in the one query that payments have anyway', async () => {
    const { as } = await reset(await customer());
    await pay(as);
    const queries = vi.spyOn(provider(service, Database), 'rows');
    expect(outcome(await pay(as))).toBe('400 400 cooling_off');
    expect(queries.mock.calls.filter(([sql]) => /cooling|user_account|transaction_pin/.test(sql))).toEqual([]);
    vi.restoreAllMocks();
  });
});

describe('COOLING_OFF_SECONDS', () => {
  it('0 turns the wait off', async () => {
    const service = await startApp('sqlite', { COOLING_OFF_SECONDS: '0' });
    const [ada, obi] = [await service.register(), await service.register()];
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(10_000)));
    await service.client.get('user_email_verify_send', { query: { emal: ada.email } });
    const code = (await codesTo(service.config.dataDir, ada.email, 2)).at(-1)!;
    const answer = await service.client.post('user_password_reset', { body: { emal: ada.email, pswd: NEW_PASSWORDS[0], code } });
    expect(answer.body.DATA).toEqual({ COMMENT: 'Your password was reset', coolingOff: '' });
    const login = { emal: ada.email, pswd: NEW_PASSWORDS[0], dvty: 'Web', dsnm: 'own' };
    const as = (await service.client.post('user_profile_login', { body: login })).body.DATA as Credentials;
    const paid = await service.client.post('user_transfer_create', { as, body: { email: obi.email, amount: 50 } });
    expect(paid.body.REQUEST.STATUS).toBe('OK');
    await service.close();
  });
});
