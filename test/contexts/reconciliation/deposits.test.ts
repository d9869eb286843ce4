import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DepositPaymentRow } from '../../../src/contexts/deposits/payments.store.js';
import { ReconcileDay, ReconcilePastDays } from '../../../src/contexts/reconciliation/reconcile-day.js';
import { Reconciliations } from '../../../src/contexts/reconciliation/reconciliations.js';
import { SystemLogRow } from '../../../src/contexts/system-logs/system-logs.store.js';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { lagosDate, lagosMidnight } from '../../../src/kernel/lagos-time.js';
import { Database } from '../../../src/platform/database/database.js';
import { MonnifySimulator } from '../../../packages/simulators/monnify/monnify-simulator.js';
import { PaystackSimulator } from '../../../packages/simulators/paystack/paystack-simulator.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { ShiftedClock } from '../../support/clocks.js';
import { until } from '../../support/until.js';

describe.each(BACKENDS)('reconciliation of deposits on %s', (backend) => {
  let service: TestApp;
  let paystack: PaystackSimulator;
  let monnify: MonnifySimulator;
  const clock = new ShiftedClock();

  beforeAll(async () => {
    [paystack, monnify] = await Promise.all([PaystackSimulator.start(), MonnifySimulator.start()]);
    const providers = { DEPOSIT_PROVIDERS: 'paystack,monnify', ...paystack.environment, ...monnify.environment };
    service = await startApp(backend, providers, clock);
    paystack.webhooks.url = `${service.client.baseUrl}/?req=webhook_receive&provider=paystack`;
    monnify.webhooks.url = `${service.client.baseUrl}/?req=webhook_receive&provider=monnify`;
  });
  afterEach(() => {
    clock.aheadMs = 0;
    paystack.faults.clear();
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([paystack.stop(), monnify.stop()]);
  });

  async function ordered(as: TestUser): Promise<{ marker: string; accountNumber: string }> {
    const { status, body } = await service.client.post('user_deposit_order_create', { as, body: { amount: 5_000 } });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.DATA as { marker: string; accountNumber: string };
  }
  function orderedAtMonnify(as: TestUser) {
    paystack.faults.add('/charge', 'refused');
    return ordered(as);
  }
  const balanceOf = async (as: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as })).body.DATA.balance as number;
  const paid = (as: TestUser, amount: number) => until(async () => (await balanceOf(as)) === amount);
  const today = () => lagosDate(Date.now());
  const reconcile = (provider: string) => service.app.get(ReconcileDay, { strict: false }).execute({ provider, day: today() });
  const paymentsOf = (orderId: string) => service.app.get(Database).repository(DepositPaymentRow).countBy({ orderId });
  const logs = async (key: string) =>
    (await service.app.get(Database).repository(SystemLogRow).find()).filter(({ logKey }) => logKey.startsWith(key));

  it('credits a payment missing here once, though it runs twice and beside a webhook', async () => {
    const user = await service.register();
    const known = await ordered(user);
    await paystack.transfer(known.accountNumber, { amountKobo: 500_000 });
    await paid(user, 5_000);
    const lost = await ordered(user);
    await paystack.transfer(lost.accountNumber, { amountKobo: 500_000 }, 0);
    const [late, ...results] = await Promise.all([paystack.announce(lost.marker), reconcile('paystack'), reconcile('paystack')]);
    expect(late).toBe(200);
    await paid(user, 10_000);
    expect([await paymentsOf(known.marker), await paymentsOf(lost.marker)]).toEqual([1, 1]);
    for (const { missingThere, differing } of results) expect([missingThere, differing]).toEqual([0, 0]);
    expect(await reconcile('paystack')).toMatchObject({ ours: 2, theirs: 2, matched: 2, missingHere: 0, differenceKobo: 0 });
  });

  it('tells of a payment missing here, with what was done about it', async () => {
    const user = await service.register();
    const lost = await ordered(user);
    await paystack.transfer(lost.accountNumber, { amountKobo: 500_000 }, 0);
    const result = await reconcile('paystack');
    expect(result).toMatchObject({ missingHere: 1, differenceKobo: 500_000 });
    expect(await balanceOf(user)).toBe(5_000);
    const { items } = await service.app
      .get(Reconciliations, { strict: false })
      .differences(result.id, { before: undefined, size: 10 });
    expect(items).toMatchObject([{ kind: 'missing_here', reference: lost.marker, note: 'credited' }]);
    const told = await logs(`reconciliation:paystack:${today()}:missing_here`);
    expect(told.at(-1)!.description).toContain(`1 payment listed there and missing here, 5,000.00 Naira (${lost.marker})`);
  });

  it('compares what came in for one transaction of Monnify in all, and credits a part that is missing here', async () => {
    const user = await service.register();
    const order = await orderedAtMonnify(user);
    await monnify.transfer(order.accountNumber, 2_000);
    await paid(user, 2_000);
    expect(await reconcile('monnify')).toMatchObject({ ours: 1, theirs: 1, matched: 1 });
    await monnify.transfer(order.accountNumber, 3_000, { announce: 0 });
    expect(await reconcile('monnify')).toMatchObject({ matched: 0, differing: 1, differenceKobo: 300_000 });
    expect(await balanceOf(user)).toBe(5_000);
    expect(await reconcile('monnify')).toMatchObject({ matched: 1, differing: 0, differenceKobo: 0 });
    expect(monnify.complaints).toEqual([]);
  });

  it('names a payment of which the provider kept another fee than we booked', async () => {
    const user = await service.register();
    const order = await ordered(user);
    await paystack.transfer(order.accountNumber, { amountKobo: 500_000 });
    await paid(user, 5_000);
    const before = (await reconcile('paystack')).differing;
    paystack.books.keeps(order.marker, 7_500);
    const result = await reconcile('paystack');
    expect([result.differing, result.differenceKobo]).toEqual([before + 1, -2_500]);
    const reconciliations = service.app.get(Reconciliations, { strict: false });
    const { items } = await reconciliations.differences(result.id, { before: undefined, size: 10 });
    expect(items).toMatchObject([{ kind: 'fee', reference: order.marker, oursKobo: 5_000, theirsKobo: 7_500 }]);
    const told = await logs(`reconciliation:paystack:${today()}:fee`);
    expect(told.at(-1)!.description).toContain(`1 payment listed there with another fee, 25.00 Naira (${order.marker})`);
    paystack.books.keeps(order.marker, 5_000);
    expect((await reconcile('paystack')).differing).toBe(before);
  });

  it('reads all pages of a listing', async () => {
    const before = (await reconcile('paystack')).theirs;
    for (let number = 0; number < 120; number++) paystack.books.stray(`other-${number}`, 100_00, '9999999999');
    const { theirs, missingHere } = await reconcile('paystack');
    expect([theirs, missingHere]).toEqual([before + 120, 120]);
    expect(await reconcile('paystack')).toMatchObject({ theirs: before + 120, missingHere: 0, missingThere: 0, differing: 0 });
    expect(paystack.complaints).toEqual([]);
  });

  it('runs once for the day before, and again where the provider did not answer', async () => {
    const day = today();
    const reconciliations = service.app.get(Reconciliations, { strict: false });
    await service.app.get(Database).rowsOnce('DELETE FROM reconciliation');
    clock.aheadMs = DAY_MS + 2 * 3_600_000;
    if (lagosDate(clock.now() - DAY_MS) !== day) clock.aheadMs = DAY_MS;
    const yesterday = service.app.get(ReconcilePastDays, { strict: false });
    paystack.faults.add('/transaction?', 'unavailable');
    await yesterday.execute();
    expect([await reconciliations.exists('paystack', day), await reconciliations.exists('monnify', day)]).toEqual([false, true]);
    expect(await logs(`reconciliation:paystack:${day}:unread`)).toHaveLength(1);
    await yesterday.execute();
    const first = await reconciliations.find(`paystack:${day}`);
    expect(first).toMatchObject({ status: 'agreed' });
    await yesterday.execute();
    expect(await reconciliations.find(`paystack:${day}`)).toEqual(first);
  });

  it('goes back seven days for what has not succeeded, and no further', async () => {
    const day = today();
    const reconciliations = service.app.get(Reconciliations, { strict: false });
    const pastDays = service.app.get(ReconcilePastDays, { strict: false });
    const exists = () => reconciliations.exists('paystack', day);
    const inDays = async (days: number, hour = 2) => {
      await service.app.get(Database).rowsOnce('DELETE FROM reconciliation');
      clock.aheadMs = lagosMidnight(day) + days * DAY_MS + hour * HOUR_MS - Date.now();
      await pastDays.execute();
    };
    await inDays(8);
    expect(await exists()).toBe(false);
    await inDays(7, 0.5);
    expect(await exists()).toBe(false);
    paystack.faults.add('/transaction?', 'unavailable');
    await inDays(7);
    expect(await exists()).toBe(false);
    paystack.faults.clear();
    await pastDays.execute();
    expect(await exists()).toBe(true);
    expect(await reconciliations.exists('monnify', day)).toBe(true);
  });
});
