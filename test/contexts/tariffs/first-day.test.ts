import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BoundDevices } from '../../../src/contexts/devices/index.js';
import { naira } from '../../../src/kernel/money.js';
import { Ledger } from '../../../src/ledger/index.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { ShiftedClock } from '../../support/clocks.js';
import { movement } from '../../support/ledger-fixture.js';
import { provider } from '../analytics/support.js';
import { verifyNumber } from '../identity/verify-number.js';
import { makeOlder } from './older-account.js';

const DAY_MS = 86_400_000;

describe.each(ONE_BACKEND)('the first 24 hours of an account or a device on %s', (backend) => {
  const clock = new ShiftedClock();
  let service: TestApp;
  let obi: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { SESSION_TTL_SECONDS: String(7 * 86_400), LIMITS: 'nigeria-2023' }, clock);
    obi = await user('older');
    await fill(obi, 200_000);
  });
  afterAll(() => service.close());

  const timestamp = () => Math.floor(clock.now() / 1000);
  const post = (action: string, as: TestUser, body: object) => service.client.post(action, { as, body, timestamp: timestamp() });
  const outcome = ({ body }: Answer) => (body.REQUEST.STATUS === 'OK' ? 'paid' : (body.ERRORS.ID ?? ''));
  const pay = async (from: TestUser, to: TestUser, amount: number) =>
    outcome(await post('user_transfer_create', from, { email: to.email, amount }));
  /** By an adjustment, which does not count. */
  const fill = ({ userid }: TestUser, amount: number) => {
    const { journal, ...command } = movement('system:suspense', userid, naira(amount));
    return provider(service, Ledger).commit({ ...command, journal: { ...journal!, kind: 'adjustment' } });
  };

  async function user(age: 'new' | 'older'): Promise<TestUser> {
    const made = await service.register();
    if (age === 'older') await makeOlder(service, made.userid, clock.now());
    for (const type of ['bvn', 'nin'] as const) await verifyNumber(service.client, made, type, timestamp());
    return made;
  }

  it('begin again with a device that is bound', async () => {
    const ada = await user('older');
    await fill(ada, 100_000);
    expect(await pay(ada, obi, 15_000)).toBe('paid');
    const devices = provider(service, BoundDevices);
    const boundAt = clock.now() + 1;
    const bound = vi
      .spyOn(devices, 'newestBoundAt')
      .mockImplementation((userId) => Promise.resolve(userId === ada.userid ? boundAt : undefined));
    clock.aheadMs += 10;
    expect([await pay(ada, obi, 20_001), await pay(ada, obi, 15_000)]).toEqual(['new_device_limit', 'paid']);
    expect([await pay(obi, ada, 5_001), await pay(obi, ada, 5_000)]).toEqual(['new_device_limit', 'paid']);
    bound.mockRestore();
    clock.aheadMs = 0;
  });

  it('let 20,000 Naira in and out in all, exactly, whatever comes and goes at once', async () => {
    const ada = await user('new');
    expect(await pay(obi, ada, 8_000)).toBe('paid');
    const moved = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? pay(obi, ada, 500) : pay(ada, obi, 500))),
    );
    expect(moved.filter((each) => each === 'paid')).toHaveLength(24);
    expect(new Set(moved)).toEqual(new Set(['paid', 'new_device_limit']));
    const quote = await service.client.get('user_transfer_quote', {
      as: ada,
      query: { email: obi.email, amount: 50 },
      timestamp: timestamp(),
    });
    expect(quote.body.DATA.limits).toContainEqual(expect.objectContaining({ limit: 'new_device', amount: 20_000, remaining: 0 }));
    expect(outcome(await post('user_deposit_order_create', ada, { amount: 100 }))).toBe('new_device_limit');
    clock.aheadMs += DAY_MS;
    expect([await pay(obi, ada, 25_000), await pay(ada, obi, 20_001)]).toEqual(['paid', 'paid']);
  });
});
