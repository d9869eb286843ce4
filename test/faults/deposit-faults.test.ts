import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { newId } from '../../src/kernel/ids.js';
import { Random } from '../../packages/harness/random.js';
import { MonnifySimulator } from '../../packages/simulators/monnify/monnify-simulator.js';
import { totalOf } from '../../packages/simulators/monnify/monnify-books.js';
import { PaystackSimulator } from '../../packages/simulators/paystack/paystack-simulator.js';
import type { Fault } from '../../packages/simulators/shared/fault.js';
import { sendWebhook } from '../../packages/simulators/shared/webhook-sender.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { type Credentials, TestClient } from '../support/client.js';
import { until } from '../support/until.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import type { Order } from './deposit-child.js';

/** 60 take minutes: DEPOSIT_FAULTS_COUNT=60. */
const DEPOSITS = Number(process.env['DEPOSIT_FAULTS_COUNT'] ?? 24);
const SEED = Number(process.env['DEPOSIT_FAULTS_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const KILLS = Math.round(DEPOSITS / 6);
const LANES = 4;
const AMOUNT = 5_000;
const FAULTS: readonly Fault[] = ['done_then_close', 'done_then_error', 'done_then_garbage', 'unavailable'];
const PATHS = ['/charge', '/transaction/verify/', '/api/v1/merchant/transactions', '/api/v1/merchant/bank-transfer', '/api/v2/'];

type Sums = Readonly<Record<string, number>>;

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('deposits with random payments, on %s', { concurrent: true }, (backend) => {
  const random = new Random(SEED);
  let place: TestBackend;
  let child: ChildProcess;
  let client: TestClient;
  let paystack: PaystackSimulator;
  let monnify: MonnifySimulator;
  let started: Promise<void>;

  beforeAll(async () => {
    [paystack, monnify] = await Promise.all([PaystackSimulator.start(), MonnifySimulator.start()]);
    paystack.books.exactAmounts = false;
    const environment = { DEPOSIT_PROVIDERS: 'paystack,monnify', ...paystack.environment, ...monnify.environment };
    place = makeBackend(backend, environment);
    started = start();
    await started;
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await Promise.all([paystack.stop(), monnify.stop(), place.remove()]);
  });

  it.sequential(`are credited once, though the service is killed ${KILLS} times (seed ${SEED})`, async () => {
    const users: Credentials[] = [];
    while (users.length < DEPOSITS / LANES) users.push(await registered());
    const everyDeposits = Math.floor(DEPOSITS / (KILLS + 1));
    let next = 0;
    const lane = async () => {
      while (next < DEPOSITS) {
        const number = next++;
        // The other lanes are in the middle of theirs.
        if (number % everyDeposits === 0 && number > 0 && number / everyDeposits <= KILLS) kill();
        await deposit(users[number % users.length]!, `deposit-${number}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    for (const simulator of [paystack, monnify]) simulator.faults.clear();
    await untilAnnounced(paystack.books.stray('STRAY-1', 765_432, '9999999999'));
    await until(async () => (await ask('query')) === 'done');
    const received = booksOf();
    await until(async () => JSON.stringify(await credited()) === JSON.stringify(received), { everyMs: 200 }).catch(
      () => undefined,
    );
    expect(await credited()).toEqual(received);

    child.kill('SIGTERM');
    await once(child, 'exit');
    const accounts = await balances();
    for (const { name, books } of [
      { name: 'paystack', books: paystack.books },
      { name: 'monnify', books: monnify.books },
    ])
      expect((accounts[`system:deposits:${name}`] ?? 0) + (accounts[`system:costs:${name}`] ?? 0)).toBe(-books.keptKobo);
    const wallets = Object.entries(accounts).filter(([id]) => !id.startsWith('system:'));
    const owned = wallets.reduce((sum, [, balance]) => sum + balance, accounts['system:suspense'] ?? 0);
    expect(owned).toBe(paystack.books.keptKobo + monnify.books.keptKobo);
    expect(Math.min(paystack.books.keptKobo, monnify.books.keptKobo, accounts['system:suspense'] ?? 0)).toBeGreaterThan(0);
    expect([paystack.complaints, monnify.complaints]).toEqual([[], []]);
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  async function deposit(as: Credentials, idempotencyKey: string): Promise<void> {
    for (const simulator of [paystack, monnify])
      if (random.chance(0.3)) simulator.faults.add(random.pick(PATHS), random.pick(FAULTS));
    if (random.chance(0.5)) paystack.faults.add('/charge', 'refused');
    let account: string | undefined;
    for (let attempt = 1; attempt <= 5 && account === undefined; attempt++) {
      const request = { as, body: { amount: AMOUNT }, idempotencyKey };
      await started;
      const answer = await client.post('user_deposit_order_create', request).catch(() => undefined);
      if (answer?.status === 200) account = answer.body.DATA.accountNumber as string;
    }
    if (account === undefined) return;
    if (random.chance(0.15)) await ask('expire');
    await pay(account);
  }

  async function pay(account: string): Promise<void> {
    const announce = random.pick([0, 1, 2]);
    const naira = random.pick([AMOUNT, 1_234.56, 6_000.01]);
    const transaction = monnify.books.byAccount(account);
    if (transaction) {
      for (let part = random.below(3); part >= 0; part--) await lossy(monnify.transfer(account, naira, { announce }));
      if (random.chance(0.2)) await lossy(monnify.reverse(account));
      return;
    }
    await lossy(paystack.transfer(account, { amountKobo: Math.round(naira * 100) }, announce));
    const charge = [...paystack.books.charges.values()].find(({ accountNumber }) => accountNumber === account)!;
    if (charge.state === 'success' && random.chance(0.2)) await lossy(paystack.reverse(charge.reference));
  }

  /** A webhook for a service that is not there is lost. */
  async function lossy(announced: Promise<unknown>): Promise<void> {
    await announced.catch(() => undefined);
  }

  /** The provider repeats what only a webhook tells. */
  async function untilAnnounced(message: object): Promise<void> {
    await until(async () => (await sendWebhook(paystack.webhooks, message).catch(() => 0)) === 200);
  }

  function kill(): void {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    started = gone.then(start);
  }

  async function start(): Promise<void> {
    child = fork(compiled.file('test/faults/deposit-child.ts'), [], { env: { ...process.env, ...place.environment } });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    client = new TestClient(url);
    paystack.webhooks.url = `${url}/?req=webhook_receive&provider=paystack`;
    monnify.webhooks.url = `${url}/?req=webhook_receive&provider=monnify`;
  }

  async function ask(order: Order): Promise<unknown> {
    await started;
    const asked = child;
    const answer = Promise.race([once(asked, 'message'), once(asked, 'exit')]);
    asked.send(order, () => undefined);
    return ((await answer) as unknown[])[0];
  }

  async function registered(): Promise<Credentials> {
    const emal = `payer-${newId().toLowerCase()}@example.com`;
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', devt: 'Android', devs: newId(), devn: 'Pixel' };
    return (await client.post('user_profile_create', { body })).body.DATA as Credentials;
  }

  /** Kobo that the providers keep, by their reference. */
  function booksOf(): Sums {
    const charges = [...paystack.books.charges.values()].filter(({ state }) => state === 'success');
    const transactions = [...monnify.books.transactions.values()].filter(({ state }) => state === undefined);
    return sorted([
      ...charges.map(({ reference, receivedKobo }) => [reference, receivedKobo] as const),
      ...transactions.map((each) => [each.transactionReference, Math.round(totalOf(each) * 100)] as const),
    ]);
  }

  /** Kobo that we credited and did not take back, by the provider's reference. */
  async function credited(): Promise<Sums> {
    const found = await rows<{ reference: string; kobo: number | string }>(
      `SELECT provider_reference AS reference, SUM(amount_kobo) AS kobo FROM deposit_payment
       WHERE reversal_id = '' GROUP BY provider_reference`,
    );
    return sorted(found.map(({ reference, kobo }) => [reference, Number(kobo)]));
  }

  async function balances(): Promise<Record<string, number>> {
    const found = await rows<{ id: string; kobo: number | string }>('SELECT id, balance_kobo AS kobo FROM ledger_account');
    return Object.fromEntries(found.map(({ id, kobo }) => [id, Number(kobo)]));
  }

  async function rows<Row>(sql: string): Promise<Row[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const found = await dataSource.query<Row[]>(sql);
    await dataSource.destroy();
    return found;
  }
});

function sorted(entries: readonly (readonly [string, number])[]): Sums {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
