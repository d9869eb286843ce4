import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { newId } from '../../src/kernel/ids.js';
import { naira } from '../../src/kernel/money.js';
import { verify } from '../ledger/verify.js';
import { QuicktellerSimulator } from '../../packages/simulators/quickteller/quickteller-simulator.js';
import { VtpassSimulator } from '../../packages/simulators/vtpass/vtpass-simulator.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { type Answer, type Credentials, TestClient } from '../support/client.js';
import { until } from '../support/until.js';
import { type Compiled, compile } from './compiled.js';
import { runOut } from './run-out.js';
import type { Death, PayIn, Place } from './service-child.js';

const OPENING = 50_000;
const PRICE = 500;
const PURCHASES = 12;

const ORDERS = {
  vtpass: { billerId: 'mtn', itemId: 'mtn:airtime', category: 'airtime', provider: 'mtn', billerName: 'x', billerItem: 'x' },
  quickteller: { billerId: '109', itemId: '10906', category: '4', provider: 'mtn', billerName: 'x', billerItem: 'x' },
};

interface Row {
  readonly status: string;
  readonly reference: string;
  readonly phone: string;
  readonly logged: number;
}

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

const SITUATIONS = BACKENDS.flatMap((backend) => [['vtpass', backend] as const, ['quickteller', backend] as const]);

describe.each(SITUATIONS)('service killed during purchases from %s on %s', { concurrent: true }, (name, backend) => {
  let place: TestBackend;
  let child: ChildProcess;
  let client: TestClient;
  let simulator: VtpassSimulator | QuicktellerSimulator;
  let phones = 0;
  beforeAll(async () => {
    simulator = name === 'vtpass' ? await VtpassSimulator.start() : await QuicktellerSimulator.start();
    place = makeBackend(backend, { BILLER_PROVIDERS: name, ...simulator.environment });
    await start();
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await Promise.all([simulator.stop(), place.remove()]);
  });

  const crashes: [where: string, at: Place, unsent: number][] = [
    ['between the hold and the call', 'call', 1],
    ["between the provider's answer and the settlement", 'answer', 0],
  ];
  it.sequential.each(crashes)('%s: its books and those of the provider agree', async (_, at, unsent) => {
    const user = await customer({ at, time: 5 });
    const given = Array.from({ length: PURCHASES }, () => ({ key: `key-${newId()}`, phone: `0803${5_000_000 + ++phones}` }));
    for (const { phone } of given.slice(0, 3)) simulator.scenarios.for(phone, { end: 'delivered', pendingQueries: 1 });
    for (const { phone } of given.slice(3, 6)) simulator.scenarios.for(phone, { end: 'failed', answer: 'done_then_close' });
    const gone = once(child, 'exit');
    const buying = Promise.all(given.map((purchase) => buy(user, purchase).catch(() => undefined)));
    expect((await gone)[1]).toBe('SIGKILL');
    await buying;

    await runOut(place.config);
    // Nothing is killed from here on, so an undecided purchase need not be waited for.
    await start({ ANSWER_WITHIN_MS: '500' });
    // What was never held is bought now, the rest is answered.
    await Promise.all(given.map((purchase) => until(async () => (await buy(user, purchase)).status === 200, { everyMs: 200 })));
    const phonesGiven = given.map(({ phone }) => phone);
    let rows: Row[] = [];
    await until(
      async () => {
        rows = (await ours()).filter(({ phone }) => phonesGiven.includes(phone));
        return rows.length === PURCHASES && rows.every(({ status, logged }) => status !== 'pending' || logged > 0);
      },
      { everyMs: 250 },
    );

    const theirs = simulator.books;
    const fitting = { completed: 'delivered', failed: 'failed', pending: undefined };
    for (const { status, reference } of rows)
      expect([status, theirs.sold.get(reference)?.state]).toEqual([status, fitting[status as keyof typeof fitting]]);
    for (const phone of phonesGiven) expect(theirs.for(phone).length).toBeLessThanOrEqual(1);
    expect([...theirs.sold.values()].every(({ deliveries }) => deliveries <= 1)).toBe(true);
    expect(simulator.complaints).toEqual([]);
    const paid = rows.filter(({ status }) => status !== 'failed').length;
    expect((await client.get('user_wallet_get_info', { as: user })).body.DATA.balance).toBe(OPENING - paid * PRICE);
    // What was held and never sent, which the provider does not know.
    expect(rows.filter(({ status }) => status === 'pending').length).toBeGreaterThanOrEqual(unsent);
    expect(await verify(place.config)).toMatchObject({ ok: true });
  });

  async function start(more: Record<string, string> = {}): Promise<void> {
    child = fork(compiled.file('test/faults/service-child.ts'), { env: { ...process.env, ...place.environment, ...more } });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    ended.catch(() => undefined);
    client = new TestClient(url);
  }

  async function customer(death: Death): Promise<Credentials> {
    const device = { devt: 'Android', devs: newId(), devn: 'Pixel' };
    const emal = `buyer-${newId().toLowerCase()}@example.com`;
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal, pswd: 'Correct-horse-7', ...device };
    const { DATA } = (await client.post('user_profile_create', { body })).body as { DATA: Credentials & { userid: string } };
    const paid = once(child, 'message');
    child.send({ userId: DATA.userid, amountKobo: naira(OPENING), death } satisfies PayIn);
    await paid;
    return DATA;
  }

  function buy(as: Credentials, { key, phone }: { key: string; phone: string }): Promise<Answer> {
    return client.post('service_airtime_purchase', {
      as,
      idempotencyKey: key,
      body: { ...ORDERS[name], amount: PRICE, phone },
    });
  }

  async function ours(): Promise<Row[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const key = backend === 'mysql' ? "CONCAT('purchase.undecided:', purchase.id)" : "'purchase.undecided:' || purchase.id";
    const rows = await dataSource.query<Row[]>(
      `SELECT status, reference, customer_id AS phone,
         (SELECT COUNT(*) FROM system_log WHERE log_key = ${key}) AS logged FROM purchase`,
    );
    await dataSource.destroy();
    return rows;
  }
});
