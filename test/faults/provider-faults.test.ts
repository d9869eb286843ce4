import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { newId } from '../../src/kernel/ids.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { TestClient } from '../support/client.js';
import { until } from '../support/until.js';
import { verify } from '../ledger/verify.js';
import { type Compiled, compile } from './compiled.js';
import { runOut } from './run-out.js';
import { ProviderBooks } from './provider-books.js';
import type { Order, Report } from './provider-child.js';
import { Random } from '../../packages/harness/random.js';

/** 2,000 take minutes: PURCHASE_FAULTS_COUNT=2000. */
const PURCHASES = Number(process.env['PURCHASE_FAULTS_COUNT'] ?? 400);
const SEED = Number(process.env['PURCHASE_FAULTS_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const KILLS = Math.min(10, Math.round(PURCHASES / 100));
const USERS = 4;
const PRICE = 100;
const OPENING = (PURCHASES / USERS) * PRICE;

interface Bought {
  readonly phone: string;
  readonly status: string;
  readonly provider: string;
  readonly reference: string;
}

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('purchases from two providers with random faults, on %s', { concurrent: true }, (backend) => {
  const random = new Random(SEED);
  const books = new ProviderBooks(SEED);
  let place: TestBackend;
  let url: string;
  let child: ChildProcess;
  beforeAll(async () => {
    place = makeBackend(backend);
    url = await books.start();
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await books.stop();
    await place.remove();
  });

  it.sequential(`are delivered once, refunded or undecided, though the service is killed ${KILLS} times (seed ${SEED})`, async () => {
    const users = await registered();
    const open = new Map(
      Array.from({ length: PURCHASES }, (_, index) => {
        const phone = `0803${String(index).padStart(7, '0')}`;
        return [phone, { phone, userId: users[index % USERS]! }] as const;
      }),
    );
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = Math.round((open.size / (KILLS + 2 - kill)) * (0.5 + random.next()));
      await buy(open, enough);
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (kill === KILLS) await runOut(place.config);
      await start();
    }
    await buy(open, open.size);

    await until(async () => (await bought()).every((purchase) => isSettled(purchase)), { everyMs: 500 });
    child.kill('SIGTERM');
    await once(child, 'exit');
    const purchases = await bought();
    // Nobody is refused, and most are decided: else this would prove nothing.
    expect(purchases.length).toBe(PURCHASES);
    expect(purchases.filter(({ status }) => status === 'completed').length).toBeGreaterThan(PURCHASES / 2);
    expect(purchases.filter(({ status }) => status === 'failed').length).toBeGreaterThan(PURCHASES / 50);
    expect(purchases.filter((purchase) => !isRight(purchase))).toEqual([]);
    const paid = purchases.filter(({ status }) => status !== 'failed').length * PRICE;
    expect(await balances(users)).toBe(USERS * OPENING - paid);
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  /** Decided, or left open by a provider that does not say. */
  const isSettled = ({ status, provider, reference }: Bought) =>
    status !== 'pending' || books.truthOf(provider, reference) === 'undecided';

  const isRight = (purchase: Bought) => {
    const deliveries = books.deliveries.filter(({ customerId }) => customerId === purchase.phone);
    if (purchase.status === 'completed') return deliveries.length === 1 && deliveries[0]!.provider === purchase.provider;
    if (purchase.status === 'failed') return deliveries.length === 0;
    return deliveries.length <= 1 && isSettled(purchase);
  };

  /** Until so many are answered. */
  async function buy(open: Map<string, { phone: string; userId: string }>, enough: number): Promise<void> {
    let answered = 0;
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the service ended by itself: ${code}`)));
      const listen = ({ done }: Report) => {
        open.delete(done);
        if (++answered < enough) return;
        child.off('message', listen);
        resolve();
      };
      child.on('message', listen);
      child.send({ do: 'buy', purchases: [...open.values()] } satisfies Order);
    });
  }

  async function start(): Promise<TestClient> {
    child = fork(compiled.file('test/faults/provider-child.ts'), [url, String(SEED)], {
      env: { ...process.env, ...place.environment, LOG_LEVEL: 'silent' },
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [address] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    return new TestClient(address);
  }

  async function registered(): Promise<string[]> {
    const client = await start();
    const users: string[] = [];
    for (let user = 1; user <= USERS; user++) {
      const emal = `buyer-${newId().toLowerCase()}@example.com`;
      const body = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', devt: 'Android', devs: newId(), devn: 'Pixel' };
      const { userid } = (await client.post('user_profile_create', { body })).body.DATA as { userid: string };
      const paid = once(child, 'message');
      child.send({ do: 'pay in', userId: userid, amountNaira: OPENING } satisfies Order);
      await paid;
      users.push(userid);
    }
    return users;
  }

  async function rows<Row>(sql: string): Promise<Row[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const found = await dataSource.query<Row[]>(sql);
    await dataSource.destroy();
    return found;
  }

  const bought = () =>
    rows<Bought>(`SELECT purchase.customer_id AS phone, purchase.status AS status, attempt.provider AS provider,
      purchase.reference AS reference FROM purchase JOIN purchase_attempt attempt
      ON attempt.purchase_id = purchase.id AND attempt.reference = purchase.reference`);

  async function balances(users: readonly string[]): Promise<number> {
    const ids = users.map((id) => `'${id}'`).join();
    const [row] = await rows<{ total: number | string }>(
      `SELECT SUM(balance_kobo) AS total FROM ledger_account WHERE id IN (${ids})`,
    );
    return Number(row!.total) / 100;
  }
});
