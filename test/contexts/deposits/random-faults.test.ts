import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepositOrderRow } from '../../../src/contexts/deposits/orders.store.js';
import { DepositProviders } from '../../../src/contexts/deposits/deposit-provider.js';
import { QueryOrders } from '../../../src/contexts/deposits/due-orders.js';
import { Wallets } from '../../../src/ledger/index.js';
import { HOUR_MS } from '../../../src/kernel/clock.js';
import { Database } from '../../../src/platform/database/database.js';
import type { Fault } from '../../../packages/simulators/shared/fault.js';
import { MonnifySimulator } from '../../../packages/simulators/monnify/monnify-simulator.js';
import { PaystackSimulator } from '../../../packages/simulators/paystack/paystack-simulator.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { ShiftedClock } from '../../support/clocks.js';

const DEPOSITS = Number(process.env['DEPOSIT_FAULTS_COUNT'] ?? 40);
const SEED = Number(process.env['DEPOSIT_FAULTS_SEED'] ?? 20_261_122);
const LANES = 4;
const FAULTS: readonly Fault[] = [
  'done_then_close',
  'done_then_error',
  'done_then_garbage',
  'unavailable',
  'refused',
  'unauthorized',
];
const PATHS = [
  '/charge',
  '/transaction/verify/',
  '/api/v1/auth/login',
  '/api/v1/merchant/transactions',
  '/api/v1/merchant/bank-transfer',
  '/api/v2/',
];

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe.each(BACKENDS)(`${DEPOSITS} deposits among random faults on %s`, (backend) => {
  const random = seeded(SEED);
  const chance = (part: number) => random() < part;
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const clock = new ShiftedClock();
  let service: TestApp;
  let paystack: PaystackSimulator;
  let monnify: MonnifySimulator;
  let users: TestUser[];
  let areFaulty = true;

  beforeAll(async () => {
    [paystack, monnify] = await Promise.all([PaystackSimulator.start(), MonnifySimulator.start()]);
    paystack.books.exactAmounts = false;
    const environment = { DEPOSIT_PROVIDERS: 'paystack,monnify', ...paystack.environment, ...monnify.environment };
    service = await startApp(backend, environment, clock);
    paystack.webhooks.url = `${service.client.baseUrl}/?req=webhook_receive&provider=paystack`;
    monnify.webhooks.url = `${service.client.baseUrl}/?req=webhook_receive&provider=monnify`;
    users = [];
    while (users.length < DEPOSITS / 4) users.push(await service.register());
    for (const provider of service.app.get(DepositProviders).all()) {
      // As if the process had been killed with the provider's answer in its hands.
      const openAccount = provider.openAccount.bind(provider);
      const payments = provider.payments.bind(provider);
      provider.openAccount = async (request) => killedAfter(await openAccount(request));
      provider.payments = async (question) => killedAfter(await payments(question));
    }
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([paystack.stop(), monnify.stop()]);
  });

  function killedAfter<T>(answer: T): T {
    if (areFaulty && chance(0.15)) throw new Error('killed');
    return answer;
  }

  async function deposit(number: number): Promise<void> {
    const user = users[number % users.length]!;
    for (const simulator of [paystack, monnify]) if (chance(0.4)) simulator.faults.add(oneOf(PATHS), oneOf(FAULTS));
    if (chance(0.5)) paystack.faults.add('/charge', 'refused');
    let account: string | undefined;
    for (let attempt = 1; attempt <= 5 && account === undefined; attempt++) {
      const request = { as: user, body: { amount: 5_000 }, idempotencyKey: `deposit-${backend}-${number}` };
      const { status, body } = await service.client.post('user_deposit_order_create', request);
      if (status === 200) account = body.DATA.accountNumber as string;
    }
    if (account !== undefined) await pay(account);
  }

  async function pay(account: string): Promise<void> {
    const announce = oneOf([0, 1, 2]);
    if (!monnify.books.byAccount(account)) {
      await paystack.transfer(account, { amountKobo: oneOf([500_000, 123_456, 600_001]) }, announce);
      return;
    }
    for (let part = oneOf([0, 1, 2]); part >= 0; part--) {
      monnify.books.shapes.sources = oneOf(['array', 'latest', 'none', 'object']);
      await monnify.transfer(account, oneOf([5_000, 1_000.25, 7_500]), { announce });
    }
    if (chance(0.1)) await monnify.reverse(account);
  }

  const receivedByProviders = (id: string) => (paystack.books.charges.get(id)?.receivedKobo ?? 0) + monnify.books.receivedFor(id);
  const wasReversed = (id: string) => monnify.books.byReference(id)?.state === 'REVERSED';
  const ledgerOf = async (account: string) => (await service.app.get(Wallets).balanceOf(account)) ?? 0;

  it(`end with our books equal to those of the providers (seed ${SEED})`, async () => {
    let next = 0;
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        while (next < DEPOSITS) await deposit(next++);
      }),
    );
    areFaulty = false;
    for (const simulator of [paystack, monnify]) simulator.faults.clear();
    for (const hours of [2, 26, 74]) {
      clock.aheadMs = hours * HOUR_MS;
      await service.app.get(QueryOrders).execute();
      clock.aheadMs = 0;
    }
    expect((await ledgerOf('system:deposits:paystack')) + (await ledgerOf('system:costs:paystack'))).toBe(
      0 - paystack.books.keptKobo,
    );
    expect((await ledgerOf('system:deposits:monnify')) + (await ledgerOf('system:costs:monnify'))).toBe(
      0 - monnify.books.keptKobo,
    );
    expect(await ledgerOf('system:suspense')).toBe(0);
    const wallets = await Promise.all(users.map(({ userid }) => ledgerOf(userid)));
    expect(wallets.reduce<number>((sum, balance) => sum + balance, 0)).toBe(paystack.books.keptKobo + monnify.books.keptKobo);
    const orders = await service.app.get(Database).repository(DepositOrderRow).find();
    // What came and went before we could ask was never credited.
    const differing = orders.filter(({ id, receivedKobo }) => receivedKobo !== receivedByProviders(id) && !wasReversed(id));
    expect(differing).toEqual([]);
    expect([paystack.complaints, monnify.complaints]).toEqual([[], []]);
    expect(Math.min(paystack.books.keptKobo, monnify.books.keptKobo)).toBeGreaterThan(0);
  });
});
