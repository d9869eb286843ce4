import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentLimits } from '../../../src/contexts/tariffs/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { naira } from '../../../src/kernel/money.js';
import { makeOlder } from '../tariffs/older-account.js';
import { verifyNumber } from '../identity/verify-number.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer, Credentials } from '../../support/client.js';
import { ShiftedClock } from '../../support/clocks.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo } from '../../support/mailbox.js';
import { provider } from '../analytics/support.js';
import { ELECTRICITY } from '../purchases/support.js';

const DAY_MS = 86_400_000;
const BANK = { code: 'gtbank', account: '0123456780' };

describe.each(ONE_BACKEND)('what a new device pays on %s', (backend) => {
  const clock = new ShiftedClock();
  let service: TestApp;
  let obi: TestUser;

  beforeAll(async () => {
    service = await startApp(backend, { SESSION_TTL_SECONDS: String(7 * 86_400), LIMITS: 'nigeria-2023' }, clock);
    obi = await known();
  });
  afterAll(() => service.close());

  const timestamp = () => Math.floor(clock.now() / 1000);
  const post = (action: string, as: Credentials, body: object) =>
    service.client.post(action, { as, body, timestamp: timestamp() });
  const pay = async (as: Credentials, amount: number) =>
    outcome(await post('user_transfer_create', as, { email: obi.email, amount }));
  const outcome = ({ body }: Answer) => (body.REQUEST.STATUS === 'OK' ? 'paid' : (body.ERRORS.ID ?? ''));

  async function payOut(as: Credentials, amount: number): Promise<string> {
    const { body } = await service.client.get('user_bank_resolve', { as, query: BANK, timestamp: timestamp() });
    return outcome(await post('user_payout_create', as, { ...BANK, name: body.DATA.name, amount }));
  }

  async function known(over: Record<string, string> = {}): Promise<TestUser> {
    const user = await service.register(over);
    await makeOlder(service, user.userid, clock.now());
    await verifyNumber(service.client, user);
    return user;
  }

  async function customer(): Promise<TestUser> {
    const user = await known();
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(1_000_000)));
    return user;
  }

  async function signedIn({ email, password }: TestUser, serial: string): Promise<Credentials> {
    const body = { emal: email, pswd: password, dvty: 'Web', dsnm: serial };
    return (await service.client.post('user_profile_login', { body })).body.DATA as Credentials;
  }

  it('is 20,000 Naira in 24 hours, of payouts, transfers and purchases together', async () => {
    const ada = await customer();
    const thief = await signedIn(ada, 'thief');
    expect(await payOut(thief, 19_000)).toBe('paid');
    expect(await pay(thief, 1_001)).toBe('new_device_limit');
    expect(await payOut(thief, 1_001)).toBe('new_device_limit');
    const refused = await post('service_bill_payment', thief, { ...ELECTRICITY, amount: 1_001 });
    expect(outcome(refused)).toBe('new_device_limit');
    expect(refused.body.ERRORS.DETAILS).toContain('1,000.00 Naira remain until');
    expect(await pay(thief, 1_000)).toBe('paid');
    expect(await pay(thief, 50)).toBe('new_device_limit');

    expect(await pay(ada, 25_000)).toBe('paid');
    const again = await signedIn(ada, 'thief');
    expect(await pay(again, 50)).toBe('new_device_limit');
    clock.aheadMs += DAY_MS;
    expect(await pay(again, 30_000)).toBe('paid');
    clock.aheadMs = 0;
  });

  it('is that of payouts alone where nothing else is limited', async () => {
    const limits = service.app.get(PaymentLimits, { strict: false });
    const tariffs = { current: () => Promise.resolve({ hasLimits: false }) };
    const free = Object.assign(Object.create(limits) as object, { tariffs }) as unknown as PaymentLimits;
    const payer = { userId: obi.userid, newDevice: { from: clock.now(), until: clock.now() + DAY_MS } };
    expect(await free.spendingLimit(payer, clock.now(), 'transfer')).toBeUndefined();
    expect((await free.spendingLimit(payer, clock.now(), 'payout'))?.periods).toHaveLength(1);
  });

  it('is exact where many payments come at once', async () => {
    const thief = await signedIn(await customer(), 'thief');
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => pay(thief, 3_000)));
    expect(outcomes.filter((each) => each === 'paid')).toHaveLength(6);
    expect(outcomes.filter((each) => each === 'new_device_limit')).toHaveLength(6);
  });

  it('counts together for all devices that are new', async () => {
    const ada = await customer();
    expect(await pay(await signedIn(ada, 'thief'), 15_000)).toBe('paid');
    const other = await signedIn(ada, 'other');
    expect(await pay(other, 5_001)).toBe('new_device_limit');
    expect(await pay(other, 5_000)).toBe('paid');
  });

  it('is limited of the device that opened an account only after a reset', async () => {
    const ada = await customer();
    const own = await known({ devs: 'opener' });
    await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, own.userid, naira(100_000)));
    expect(await pay(await signedIn(own, 'opener'), 30_000)).toBe('paid');
    await post('user_passcode_update', ada, { pswd: ada.password, pinc: '4829' });
    await service.client.get('user_email_verify_send', { query: { emal: ada.email, purpose: 'reset' } });
    const code = (await codesTo(service.config.dataDir, ada.email, 2)).at(-1)!;
    const reset = { emal: ada.email, pswd: 'Another-horse-8', code };
    expect(outcome(await service.client.post('user_password_reset', { body: reset }))).toBe('paid');
    const as = await signedIn({ ...ada, password: reset.pswd }, 'serial-of-before');
    expect(outcome(await post('user_transfer_create', as, { email: obi.email, amount: 20_001, pinc: '4829' }))).toBe(
      'new_device_limit',
    );
  });
});
