import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FindOptionsWhere } from 'typeorm';
import { DepositOrderRow } from '../../../src/contexts/deposits/orders.store.js';
import { DepositPaymentRow } from '../../../src/contexts/deposits/payments.store.js';
import { ExpireOrders, QueryOrders } from '../../../src/contexts/deposits/due-orders.js';
import { DepositProviders } from '../../../src/contexts/deposits/deposit-provider.js';
import { Wallets, VerifyLedger } from '../../../src/ledger/index.js';
import { ProviderHealth } from '../../../src/kernel/provider-health.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { Database } from '../../../src/platform/database/database.js';
import { MonnifySimulator } from '../../../packages/simulators/monnify/monnify-simulator.js';
import { PaystackSimulator } from '../../../packages/simulators/paystack/paystack-simulator.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { ShiftedClock } from '../../support/clocks.js';
import { until } from '../../support/until.js';

const MINUTE_MS = 60_000;

interface Order {
  readonly marker: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly expires: string;
}

describe.each(ONE_BACKEND)('deposits through Paystack and Monnify on %s', (backend) => {
  let service: TestApp;
  let paystack: PaystackSimulator;
  let monnify: MonnifySimulator;
  const clock = new ShiftedClock();

  beforeAll(async () => {
    [paystack, monnify] = await Promise.all([PaystackSimulator.start(), MonnifySimulator.start()]);
    const providers = { DEPOSIT_PROVIDERS: 'paystack,monnify', ...paystack.environment, ...monnify.environment };
    service = await startApp(backend, providers, clock);
    for (const simulator of [paystack, monnify]) {
      const name = simulator === paystack ? 'paystack' : 'monnify';
      simulator.webhooks.url = `${service.client.baseUrl}/?req=webhook_receive&provider=${name}`;
    }
  });
  afterEach(() => {
    clock.aheadMs = 0;
    paystack.faults.clear();
    monnify.faults.clear();
    paystack.books.exactAmounts = true;
    monnify.books.shapes.sources = 'array';
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([paystack.stop(), monnify.stop()]);
  });

  const create = (as: TestUser, idempotencyKey?: string) =>
    service.client.post('user_deposit_order_create', { as, body: { amount: 5_000 }, idempotencyKey });
  async function ordered(user: TestUser): Promise<Order> {
    const { status, body } = await create(user);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.DATA as Order;
  }
  function orderedAtMonnify(user: TestUser): Promise<Order> {
    paystack.faults.add('/charge', 'refused');
    return ordered(user);
  }
  const balanceOf = async (user: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;
  const hasBalance = (user: TestUser, amount: number) => until(async () => (await balanceOf(user)) === amount);
  const statusOf = async (as: TestUser, { marker }: Order) =>
    (await service.client.get('user_deposit_order_fetch', { as, query: { rqtp: 'mk', rqvl: marker } })).body.DATA[0]
      .status as string;
  const messagesTo = async (as: TestUser) => {
    const { body } = await service.client.get('user_notice_fetch', { as });
    return (body.DATA.result as { message: string }[]).map(({ message }) => message);
  };
  const payments = (where: FindOptionsWhere<DepositPaymentRow>) =>
    service.app.get(Database).repository(DepositPaymentRow).findBy(where);
  /** As if that much time had passed. Requests are signed by the real time. */
  async function after(ms: number, work: () => Promise<void>): Promise<void> {
    clock.aheadMs = ms;
    await work();
    clock.aheadMs = 0;
  }
  const queriedAfter = (ms: number) => after(ms, () => service.app.get(QueryOrders).execute());
  const ledgerOf = async (account: string) => (await service.app.get(Wallets).balanceOf(account)) ?? 0;

  describe('paid at Paystack', () => {
    it('are credited once, however often the webhook comes, with who paid and from where', async () => {
      const user = await service.register();
      const order = await ordered(user);
      expect(order.bankName).toBe('Test Bank');
      await paystack.transfer(order.accountNumber, { amountKobo: 500_000, narration: 'fees' }, 3);
      await hasBalance(user, 5_000);
      expect(await statusOf(user, order)).toBe('completed');
      expect(await payments({ orderId: order.marker })).toMatchObject([
        { payerName: 'ADA OBI', payerBank: 'First Bank of Nigeria', payerAccount: '******8151', narration: 'fees' },
      ]);
    });

    it.each([
      ['less', 123_456],
      ['more', 600_001],
    ])('are credited with what came in where it is %s', async (_, amountKobo) => {
      paystack.books.exactAmounts = false;
      const user = await service.register();
      const order = await ordered(user);
      await paystack.transfer(order.accountNumber, { amountKobo });
      await hasBalance(user, amountKobo / 100);
      expect(await statusOf(user, order)).toBe('completed');
    });

    it('tell the payer that a wrong amount goes back', async () => {
      const user = await service.register();
      const order = await ordered(user);
      expect(await paystack.transfer(order.accountNumber, { amountKobo: 30_000 })).toBe('returned');
      await service.settled();
      expect((await messagesTo(user)).some((message) => message.includes('300.00 Naira'))).toBe(true);
      expect([await statusOf(user, order), await balanceOf(user)]).toEqual(['pending', 0]);
    });

    it('are found where the webhook is lost', async () => {
      const user = await service.register();
      const order = await ordered(user);
      await paystack.transfer(order.accountNumber, { amountKobo: 500_000 }, 0);
      await queriedAfter(16_000);
      expect(await balanceOf(user)).toBe(5_000);
    });

    it('are not credited on a forged webhook, nor on an authentic one that is not true', async () => {
      const user = await service.register();
      const { marker } = await ordered(user);
      const body = { event: 'charge.success', data: { reference: marker, status: 'success', amount: 500_000, currency: 'NGN' } };
      const forged = await service.client.post('webhook_receive', {
        query: { provider: 'paystack' },
        body,
        headers: { 'x-paystack-signature': '0'.repeat(128) },
      });
      expect(forged.status).toBe(401);
      await queriedAfter(16_000);
      expect(await balanceOf(user)).toBe(0);
    });
  });

  describe('paid at Monnify', () => {
    it("show Monnify's own end", async () => {
      const { expires, bankName } = await orderedAtMonnify(await service.register());
      expect(bankName).toBe('Moniepoint MFB');
      expect(Math.abs(Number(expires) - Date.now() / 1_000 - 2_400)).toBeLessThan(10);
    });

    it.each(['array', 'latest', 'none'] as const)(
      'are credited in parts, with %s of them listed, and taken back once',
      async (sources) => {
        monnify.books.shapes.sources = sources;
        const user = await service.register();
        const order = await orderedAtMonnify(user);
        await monnify.transfer(order.accountNumber, 2_000, { announce: 2 });
        await hasBalance(user, 2_000);
        await monnify.transfer(order.accountNumber, 3_000.5, { announce: 2 });
        await hasBalance(user, 5_000.5);
        await monnify.transfer(order.accountNumber, 100, { announce: 0 });
        await queriedAfter(60 * MINUTE_MS + 2_400_000 + MINUTE_MS);
        expect(await balanceOf(user)).toBe(5_100.5);
        await monnify.reverse(order.accountNumber);
        await hasBalance(user, 0);
        expect(await statusOf(user, order)).toBe('reversed');
      },
    );

    it('tell the payer that a rejected payment goes back', async () => {
      const user = await service.register();
      const order = await orderedAtMonnify(user);
      await monnify.reject(order.accountNumber, 100);
      await service.settled();
      expect((await messagesTo(user)).some((message) => message.includes('less than that of the deposit order'))).toBe(true);
      expect(await balanceOf(user)).toBe(0);
    });

    it('are credited late too, where they name the order', async () => {
      const user = await service.register();
      const order = await orderedAtMonnify(user);
      await after(46 * MINUTE_MS, () => service.app.get(ExpireOrders).execute());
      expect(await statusOf(user, order)).toBe('expired');
      await monnify.transfer(order.accountNumber, 5_000);
      await hasBalance(user, 5_000);
      expect(await statusOf(user, order)).toBe('completed');
    });

    it('go to suspense where no order has the account, with who paid, from where and into which account', async () => {
      const stray = monnify.books.open({
        paymentReference: 'somebody-else',
        amount: 750,
        customerName: 'X',
        customerEmail: 'x@example.com',
        paymentDescription: 'rent',
      });
      monnify.books.account(stray);
      const sessionId = `stray-${backend}`;
      await monnify.transfer(stray.accountNumber!, 750, { sessionId });
      await service.settled();
      expect(await payments({ transactionId: sessionId })).toHaveLength(1);
      expect(await payments({ transactionId: sessionId })).toMatchObject([
        {
          orderId: '',
          provider: 'monnify',
          accountNumber: stray.accountNumber,
          payerName: 'CHINUA OBI',
          payerBank: '058',
          payerAccount: '******6789',
          narration: 'rent',
          sessionId,
          amountKobo: 75_000,
          reason: 'no deposit order has this account',
        },
      ]);
      expect(await ledgerOf('system:suspense')).toBe(75_000);
    });
  });

  describe('opening an account', () => {
    it('goes to the next provider where nobody listens, and away from one that fails five times', async () => {
      await paystack.pause();
      for (let time = 0; time < 5; time++) expect((await ordered(await service.register())).bankName).toBe('Moniepoint MFB');
      await paystack.resume();
      expect((await ordered(await service.register())).bankName).toBe('Moniepoint MFB');
      clock.aheadMs = 31_000;
      expect((await ordered(await service.register())).bankName).toBe('Test Bank');
    });

    it('stays with a provider whose answer is lost, and does not count until the repeat finds the account', async () => {
      const user = await service.register();
      const before = monnify.books.transactions.size;
      paystack.faults.add('/charge', 'done_then_close');
      const first = await create(user, `lost-${backend}`);
      expect([first.status, first.headers.get('retry-after')]).toEqual([503, '10']);
      expect(monnify.books.transactions.size).toBe(before);
      for (let time = 0; time < 4; time++) await ordered(user);
      const repeat = await create(user, `lost-${backend}`);
      expect(repeat.body.DATA).toMatchObject({ accountNumber: expect.any(String), bankName: 'Test Bank' });
      const full = await create(user);
      expect(full.body.ERRORS.ID).toBe('orders_maximum');
      const { accountNumber, marker } = repeat.body.DATA as Order;
      expect(paystack.books.charges.get(marker)!.accountNumber).toBe(accountNumber);
    });

    it('has no repeat that would be a sixth order', async () => {
      const user = await service.register();
      paystack.faults.add('/charge', 'done_then_close');
      await create(user, `sixth-${backend}`);
      for (let time = 0; time < 5; time++) await ordered(user);
      expect((await create(user, `sixth-${backend}`)).body.ERRORS.ID).toBe('orders_maximum');
    });

    it('continues after a crash between the account and the order', async () => {
      const user = await service.register();
      const provider = service.app.get(DepositProviders).all()[0]!;
      const openAccount = provider.openAccount.bind(provider);
      provider.openAccount = async (request) => {
        await openAccount(request);
        throw new Error('killed');
      };
      expect((await create(user, `killed-${backend}`)).status).toBe(500);
      provider.openAccount = openAccount;
      const { accountNumber, marker } = (await create(user, `killed-${backend}`)).body.DATA as Order;
      expect(paystack.books.charges.get(marker)!.accountNumber).toBe(accountNumber);
    });

    it('that was never shown ends without a word, and holds no place after a crash', async () => {
      const user = await service.register();
      const provider = service.app.get(DepositProviders).all()[0]!;
      const openAccount = provider.openAccount.bind(provider);
      provider.openAccount = () => Promise.reject(new Error('killed'));
      for (let time = 0; time < 5; time++) expect((await create(user)).status).toBe(500);
      provider.openAccount = openAccount;
      expect((await create(user)).body.ERRORS.ID).toBe('orders_maximum');
      const createdAt = Date.now() - 11 * MINUTE_MS;
      await service.app.get(Database).repository(DepositOrderRow).update({ userId: user.userid }, { createdAt });
      const { marker } = await ordered(user);
      await after(36 * MINUTE_MS, () => service.app.get(ExpireOrders).execute());
      const { body } = await service.client.get('user_deposit_order_fetch', { as: user, query: { rqtp: 'all' } });
      const statuses = (body.DATA as { marker: string; status: string }[]).map((each) => [each.marker === marker, each.status]);
      expect(statuses).toEqual([[true, 'expired'], ...Array.from({ length: 5 }, () => [false, 'failed'])]);
      expect((await messagesTo(user)).filter((message) => message.includes('was not paid in time'))).toHaveLength(1);
    });

    it('that every provider refuses ends the order', async () => {
      const user = await service.register();
      paystack.faults.add('/charge', 'refused');
      monnify.faults.add('/api/v1/merchant/transactions', 'refused');
      expect((await create(user)).status).toBe(400);
      const { body } = await service.client.get('user_deposit_order_fetch', { as: user, query: { rqtp: 'all' } });
      expect(body.DATA).toMatchObject([{ status: 'failed' }]);
    });

    it('is refused at once while every provider is set aside', async () => {
      const health = service.app.get(ProviderHealth);
      for (const name of ['paystack', 'monnify']) for (let time = 0; time < 5; time++) await health.failed(name);
      const answer = await create(await service.register());
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
      for (const name of ['paystack', 'monnify']) await health.succeeded(name);
    });
  });

  it('are counted by provider, call and outcome', async () => {
    const metrics = await service.app.get(Metrics).registry.metrics();
    for (const [provider, outcome] of [
      ['paystack', 'opened'],
      ['paystack', 'not_sent'],
      ['paystack', 'unknown'],
      ['paystack', 'refused'],
      ['monnify', 'opened'],
    ])
      expect(metrics).toMatch(
        new RegExp(`harmattan_provider_calls_total\\{provider="${provider}",call="open_account",outcome="${outcome}"\\} [1-9]`),
      );
    expect(metrics).toContain('harmattan_provider_set_aside{provider="paystack"} 0');
  });

  it('send nothing that the providers would not take, and leave our books equal to theirs', async () => {
    expect([paystack.complaints, monnify.complaints]).toEqual([[], []]);
    expect((await ledgerOf('system:deposits:paystack')) + (await ledgerOf('system:costs:paystack'))).toBe(
      -paystack.books.keptKobo,
    );
    expect((await ledgerOf('system:deposits:monnify')) + (await ledgerOf('system:costs:monnify'))).toBe(-monnify.books.keptKobo);
    expect(Math.max(await ledgerOf('system:costs:paystack'), await ledgerOf('system:costs:monnify'))).toBeLessThan(0);
    expect(await service.app.get(VerifyLedger).execute()).toMatchObject({ ok: true });
  });
});
