import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { PaystackSimulator } from '../../packages/simulators/paystack/paystack-simulator.js';
import { verify } from '../ledger/verify.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { type Credentials, TestClient } from '../support/client.js';
import { type Compiled, compile } from './compiled.js';
import type { Death, Order } from './deposit-child.js';

const AMOUNT = 5_000;
const DEATHS: readonly Death[] = ['told', 'committed', 'credited', 'kept'];

interface Service {
  readonly url: string;
  readonly child: ChildProcess;
}

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('a deposit that its provider announces, on %s', { concurrent: true }, (backend) => {
  let place: TestBackend;
  let paystack: PaystackSimulator;
  let service: Service;
  let user: Credentials;

  beforeAll(async () => {
    paystack = await PaystackSimulator.start();
    place = makeBackend(backend, { DEPOSIT_PROVIDERS: 'paystack', ...paystack.environment });
    service = await start();
    const emal = 'payer@example.com';
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', devt: 'Android', devs: newId(), devn: 'Pixel' };
    user = (await new TestClient(service.url).post('user_profile_create', { body })).body.DATA as Credentials;
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await Promise.all([paystack.stop(), place.remove()]);
  });

  it.sequential.each(DEATHS)('is credited once where the service is killed when it is %s', async (death) => {
    const { balance, announcement } = await paid();
    const ready = once(service.child, 'message');
    service.child.send({ dieAt: death } satisfies Order);
    await ready;
    const gone = once(service.child, 'exit');
    const unanswered = announce(service, announcement).catch(() => 'no answer');
    expect((await gone)[1]).toBe('SIGKILL');
    expect(await unanswered).toBe('no answer');

    service = await start();
    expect([await announce(service, announcement), await announce(service, announcement)]).toEqual([200, 200]);
    expect(await balanceNow()).toBe(balance + AMOUNT);
    expect(await webhooks(announcement)).toEqual([{ status: 'succeeded', n: 1 }]);
  });

  it.sequential('is credited once where two processes are told at once', async () => {
    // SQLite belongs to one process, which is then told twice.
    const other = backend === 'sqlite' ? service : await start();
    const { balance, announcement } = await paid();
    const told = [service, other, service, other].map((each) => announce(each, announcement));
    expect(await Promise.all(told)).toEqual([200, 200, 200, 200]);
    expect(await balanceNow()).toBe(balance + AMOUNT);
    expect(await webhooks(announcement)).toEqual([{ status: 'succeeded', n: 1 }]);
    for (const { child } of new Set([service, other])) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  /** Pays a new order at the bank, which announces it as the bytes that it repeats. */
  async function paid(): Promise<{ balance: number; announcement: string }> {
    const order = await new TestClient(service.url).post('user_deposit_order_create', { as: user, body: { amount: AMOUNT } });
    await paystack.transfer(order.body.DATA.accountNumber as string, { amountKobo: AMOUNT * 100 }, 0);
    const charge = [...paystack.books.charges.values()].at(-1)!;
    const announcement = JSON.stringify({ event: 'charge.success', data: paystack.books.transactionOf(charge) });
    return { balance: await balanceNow(), announcement };
  }

  async function announce({ url }: Service, body: string): Promise<number> {
    const signature = createHmac('sha512', paystack.webhooks.secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', [paystack.webhooks.header]: signature };
    return (await fetch(`${url}/?req=webhook_receive&provider=paystack`, { method: 'POST', headers, body })).status;
  }

  async function balanceNow(): Promise<number> {
    return (await new TestClient(service.url).get('user_wallet_get_info', { as: user })).body.DATA.balance as number;
  }

  async function start(): Promise<Service> {
    const child = fork(compiled.file('test/faults/deposit-child.ts'), [], { env: { ...process.env, ...place.environment } });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    return { url, child };
  }

  async function webhooks(payload: string): Promise<{ status: string; n: number }[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const sql = 'SELECT status, COUNT(*) AS n FROM webhook WHERE payload = ? GROUP BY status';
    const rows = await dataSource.query<{ status: string; n: number | string }[]>(sql, [payload]);
    await dataSource.destroy();
    return rows.map(({ status, n }) => ({ status, n: Number(n) }));
  }
});
