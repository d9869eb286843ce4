import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStopped } from '../../packages/harness/servers/stop-process.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { newId } from '../../src/kernel/ids.js';
import { naira } from '../../src/kernel/money.js';
import { AIRTIME } from '../contexts/purchases/support.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { type Answer, type Credentials, TestClient } from '../support/client.js';
import { mailsTo } from '../support/mailbox.js';
import { until } from '../support/until.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import { runOut } from './run-out.js';
import type { Death, PayIn, Place } from './service-child.js';

const OPENING = 50_000;
/** As service-child sets it. */
const SUBMIT_WINDOW_MS = 400;
const PRICE = 500;
/**
 * The sandbox's behaviour by the last digits of the number: delivers, fails, delivers later, is silent and delivers, is silent
 * and fails.
 */
const ENDINGS: Readonly<Record<string, 'completed' | 'failed'>> = {
  '4567': 'completed',
  '0002': 'failed',
  '0001': 'completed',
  '0003': 'completed',
  '0004': 'failed',
};

/** A batch has many holds; provider calls are single. */
const TIMES: Readonly<Record<Place, number>> = { hold: 1, call: 6, answer: 6, messages: 1 };

interface Purchase {
  readonly key: string;
  readonly phone: string;
}

type Customer = Credentials & { readonly userid: string; readonly email: string };

interface Bought {
  readonly user: Customer;
  readonly purchases: readonly Purchase[];
}

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('service killed during purchases on %s', { concurrent: true }, (backend) => {
  let place: TestBackend;
  let child: ChildProcess;
  let client: TestClient;
  let phones = 0;
  const all: Bought[] = [];
  beforeAll(async () => {
    place = makeBackend(backend);
    await start();
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await place.remove();
  });

  const situations: [where: string, place: Place | undefined][] = [
    ['between the hold and the answer of its commit', 'hold'],
    ['between the hold and the call of the provider', 'call'],
    ["between the provider's answer and the settlement", 'answer'],
    ['between the messages of a page of journals and its cursor', 'messages'],
    ['at any moment', undefined],
  ];
  it.sequential.each(situations)('%s: every purchase is delivered and paid once, or not at all', async (_, crashPlace) => {
    const user = await customer(crashPlace && { at: crashPlace, time: TIMES[crashPlace] });
    const purchases = somePurchases();
    const gone = once(child, 'exit');
    const before = Promise.all(purchases.map((purchase) => buy(user, purchase).catch(() => undefined)));
    if (!crashPlace) void pause(25).then(() => child.kill('SIGKILL'));
    expect((await gone)[1]).toBe('SIGKILL');
    const answered = await before;
    // Messages are written when purchases have ended, so all of them may be answered by then.
    if (crashPlace !== 'messages')
      expect(answered.filter((answer) => answer?.status === 200).length).toBeLessThan(purchases.length);

    await runOut(place.config);
    await start();
    const after = await Promise.all(purchases.map((purchase) => buyForSure(user, purchase)));
    const orders = after.map((answer) => answer.body.DATA.orderId as string);
    expect(new Set(orders).size).toBe(purchases.length);
    answered.forEach((answer, index) => {
      const known = answer?.status === 200 ? answer.body.DATA.orderId : orders[index];
      expect(orders[index]).toBe(known);
    });
    await Promise.all(
      orders.map((id, index) => until(async () => (await find(user, id))['status'] === expected(purchases[index]!))),
    );

    const delivered = purchases.filter((purchase) => expected(purchase) === 'completed').length;
    expect(await balance(user)).toBe(OPENING - delivered * PRICE);
    const history = await client.get('user_wallet_history', { as: user, query: { rqtp: 'all' } });
    expect(history.body.REQUEST.STATUS).toBe('OK');
    await until(async () => Math.min((await noticesOf(user)).length, await mailsOf(user)) >= purchases.length);
    all.push({ user, purchases });
    await expectOnce({ user, purchases });
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  it.sequential('stopped after the hold until its window is over: it delivers once, under a new window', async () => {
    const user = await customer({ at: 'hold', time: 1, signal: 'SIGSTOP' });
    const calls: unknown[] = [];
    child.on('message', (call) => calls.push(call));
    const purchase = { key: `key-${newId()}`, phone: '08039994567' };
    const answered = buy(user, purchase);
    await until(() => isStopped(child.pid!));
    expect(calls).toEqual([]);
    // Longer than the time in which a submit may be sent.
    await pause(SUBMIT_WINDOW_MS + 200);
    child.kill('SIGCONT');
    const { orderId } = (await answered).body.DATA;
    await until(async () => (await find(user, orderId))['status'] === 'completed');
    // It may be sent again under its reference where the answer came too late.
    expect(calls.indexOf('query')).toBeLessThan(calls.indexOf('submit'));
    expect(await balance(user)).toBe(OPENING - PRICE);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    expect(await deliveries([purchase])).toEqual([1]);
    await start();
    // Nothing was done again later.
    for (const each of all) await expectOnce(each);
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  async function expectOnce({ user, purchases }: Bought): Promise<void> {
    expect([await mailsOf(user), (await noticesOf(user)).length]).toEqual([purchases.length, purchases.length]);
    expect(await deliveries(purchases)).toEqual(purchases.map((purchase) => (expected(purchase) === 'completed' ? 1 : 0)));
  }

  const expected = ({ phone }: Purchase) => ENDINGS[phone.slice(-4)]!;

  function somePurchases(): Purchase[] {
    const endings = Object.keys(ENDINGS);
    return Array.from({ length: 15 }, (_, index) => {
      const number = String(++phones).padStart(3, '0');
      return { key: `key-${newId()}`, phone: `0803${number}${endings[index % endings.length]!}` };
    });
  }

  async function start(): Promise<void> {
    child = fork(compiled.file('test/faults/service-child.ts'), { env: { ...process.env, ...place.environment } });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    client = new TestClient(url);
  }

  async function customer(death?: Death): Promise<Customer> {
    const email = `buyer-${newId().toLowerCase()}@example.com`;
    const body = {
      fsnm: 'Ada',
      lsnm: 'Obi',
      emal: email,
      pswd: 'Correct-horse-7',
      devt: 'Android',
      devs: newId(),
      devn: 'Pixel',
    };
    const { DATA } = (await client.post('user_profile_create', { body })).body as { DATA: Omit<Customer, 'email'> };
    const paid = once(child, 'message');
    child.send({ userId: DATA.userid, amountKobo: naira(OPENING), death } satisfies PayIn);
    await paid;
    return { ...DATA, email };
  }

  function buy(as: Credentials, { key, phone }: Purchase): Promise<Answer> {
    return client.post('service_airtime_purchase', { as, idempotencyKey: key, body: { ...AIRTIME, amount: PRICE, phone } });
  }

  /** Repeats the request until it is answered, as a client does whose answer was lost. */
  async function buyForSure(as: Credentials, purchase: Purchase): Promise<Answer> {
    for (;;) {
      const answer = await buy(as, purchase);
      if (answer.status === 200) return answer;
      expect([answer.status, answer.body.ERRORS.ID]).toEqual([409, 'idempotency_in_progress']);
      await pause(200);
    }
  }

  async function find(as: Credentials, id: string): Promise<Record<string, string>> {
    const { body } = await client.get('service_transaction_fetch', { as, query: { rqtp: 'mk', rqvl: id } });
    return (body.DATA as Record<string, string>[])[0]!;
  }

  async function balance(as: Credentials): Promise<number> {
    return (await client.get('user_wallet_get_info', { as })).body.DATA.balance as number;
  }

  async function noticesOf(as: Credentials): Promise<unknown[]> {
    const { body } = await client.get('user_notice_fetch', { as, query: { pnum: 50 } });
    return (body.DATA.result as { subject: string }[]).filter(({ subject }) => subject.startsWith('Purchase'));
  }

  async function mailsOf({ email }: Customer): Promise<number> {
    const mails = await mailsTo(place.config.dataDir, email);
    return mails.filter(({ subject }) => / (wallet|was delivered)$/.test(subject ?? '')).length;
  }

  /** How often the sandbox delivered to each number. */
  async function deliveries(purchases: readonly Purchase[]): Promise<number[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const rows = await dataSource.query<{ customer_id: string; deliveries: number }[]>('SELECT * FROM sandbox_purchase');
    await dataSource.destroy();
    return purchases.map(({ phone }) =>
      rows.filter((row) => row.customer_id === phone).reduce((sum, row) => sum + row.deliveries, 0),
    );
  }
});
