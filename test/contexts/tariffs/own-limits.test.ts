import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PaymentConfirmations } from '../../../src/contexts/devices/index.js';
import { naira } from '../../../src/kernel/money.js';
import { Ledger } from '../../../src/ledger/index.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { ShiftedClock } from '../../support/clocks.js';
import { movement } from '../../support/ledger-fixture.js';
import { provider } from '../analytics/support.js';
import { makeOlder } from './older-account.js';
import { verifyNumber } from '../identity/verify-number.js';

const HOUR_MS = 3_600_000;

describe.each(ONE_BACKEND)('what users allow themselves on %s', (backend) => {
  const clock = new ShiftedClock();
  let service: TestApp;
  let obi: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { SESSION_TTL_SECONDS: String(7 * 86_400), LIMITS: 'nigeria-2023' }, clock);
    obi = await userWith(1);
  });
  afterAll(() => service.close());

  const timestamp = () => Math.floor(clock.now() / 1000);
  const post = (action: string, as: TestUser, body: object) => service.client.post(action, { as, body, timestamp: timestamp() });
  const get = async (action: string, as: TestUser) =>
    (await service.client.get(action, { as, timestamp: timestamp() })).body.DATA as Record<string, unknown>;
  const outcome = ({ body }: Answer) => (body.REQUEST.STATUS === 'OK' ? 'paid' : (body.ERRORS.ID ?? ''));
  const pay = async (as: TestUser, amount: number) =>
    outcome(await post('user_transfer_create', as, { email: obi.email, amount }));

  async function userWith(balanceNaira: number): Promise<TestUser> {
    const user = await service.register();
    await makeOlder(service, user.userid, clock.now());
    for (const type of ['bvn', 'nin'] as const) await verifyNumber(service.client, user, type, timestamp());
    await provider(service, Ledger).commit(movement('system:suspense', user.userid, naira(balanceNaira)));
    return user;
  }

  it('is lower at once, and higher a day after it was asked for, so that a thief pays no more by it', async () => {
    const ada = await userWith(100_000);
    const lowered = await post('user_limit_update', ada, { single: 1_000, daily: 3_000 });
    expect(lowered.body.DATA).toMatchObject({ single: { amount: 1_000, raised: null, from: '' }, daily: { amount: 3_000 } });
    expect([await pay(ada, 1_001), await pay(ada, 1_000), await pay(ada, 999)]).toEqual(['limit_reached', 'paid', 'paid']);
    const raised = await post('user_limit_update', ada, { single: 15_000, daily: 15_000 });
    expect(raised.body.DATA).toMatchObject({
      single: { amount: 1_000, raised: 15_000 },
      daily: { amount: 3_000, raised: 15_000 },
    });
    const { limits } = (await get('user_identity_fetch', ada)) as { limits: object };
    expect(limits).toMatchObject({ single: 1_000, daily: 3_000, spent_today: 1_999, remaining_today: 1_001 });
    expect(await pay(ada, 1_001)).toBe('limit_reached');
    clock.aheadMs += 24 * HOUR_MS - 60_000;
    expect(await pay(ada, 1_001)).toBe('limit_reached');
    clock.aheadMs += 60_000;
    expect(await pay(ada, 15_000)).toBe('paid');
    expect(await pay(ada, 1)).not.toBe('paid');
    // What is asked for is withdrawn by a lower one.
    await post('user_limit_update', ada, { single: 20_000 });
    await post('user_limit_update', ada, { single: 500 });
    clock.aheadMs += 25 * HOUR_MS;
    expect([await pay(ada, 501), await pay(ada, 500)]).toEqual(['limit_reached', 'paid']);
  });

  it('is exact when they pay at once, within the limits of the tier', async () => {
    const ada = await userWith(100_000);
    await post('user_limit_update', ada, { daily: 2_000 });
    const paid = await Promise.all(Array.from({ length: 50 }, () => pay(ada, 150)));
    expect(paid.filter((each) => each === 'paid')).toHaveLength(13);
    await post('user_limit_update', obi, { daily: 9_000_000 });
    expect(((await get('user_identity_fetch', obi)) as { limits: object }).limits).toMatchObject({ daily: 200_000 });
    const nothing = await post('user_limit_update', ada, {});
    expect([nothing.status, outcome(nothing)]).toEqual([400, 'limit_required']);
  });

  it('is nothing while payments are switched off, and takes a confirmation to be more', async () => {
    const ada = await userWith(1_000);
    await post('user_limit_update', ada, { single: 500 });
    expect((await post('user_instant_update', ada, { status: 'off' })).body.DATA).toMatchObject({ status: 'off' });
    expect(await Promise.all(Array.from({ length: 5 }, () => pay(ada, 50)))).toEqual(Array(5).fill('money_blocked'));
    expect(await get('user_wallet_get_info', ada)).toMatchObject({ balance: 1_000, blocked: 1_000 });
    const confirmations = provider(service, PaymentConfirmations);
    const asked: unknown[] = [];
    const require = vi
      .spyOn(confirmations, 'require')
      .mockImplementation((...given) => Promise.resolve(void asked.push(given.slice(1))));
    await post('user_limit_update', ada, { single: 400 });
    await post('user_limit_update', ada, { single: 600, confirmation: 'signed' });
    await post('user_instant_update', ada, { status: 'off' });
    await post('user_instant_update', ada, { status: 'on', confirmation: 'signed too' });
    require.mockRestore();
    expect(asked).toEqual([
      [['Own limits', 'A payment 600.00 Naira'], 'signed'],
      [['Payments out of the account', 'Switch on'], 'signed too'],
    ]);
    expect(await pay(ada, 50)).toBe('paid');
  });
});
