import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import type { Backend } from '../../test/support/backend.js';
import { until } from '../harness/until.js';
import { CpuMeter, databasePid, redisPid } from './cpu.js';
import { install, type Installation, MAILED, run } from './installation.js';
import { batchesOf, load, type LoadResult, type RequestPlan, shareAhead } from './load.js';
import type { Settled } from './settled.js';

const USERS = 64;
const CONNECTIONS = 64;
const WARM_UP = 500;
const DEPOSITS = 4_000;
const SETTLE_MS = 300_000;
const LOOK_EVERY_MS = 250;

/** Payments that the sandbox bank announces by signed webhooks, one for each request; a deposit counts when it is credited and its mail is sent. */
export async function measureDeposits(backend: Backend, rounds: number, progress: (text: string) => void): Promise<Settled[]> {
  const measured: Settled[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`${backend}: deposits`);
    measured.push(await measureOnce(backend));
    progress(`  ${JSON.stringify(measured.at(-1))}`);
  }
  return measured.toSorted((one, other) => one.settledPerSecond - other.settledPerSecond).slice(rounds >> 1, (rounds >> 1) + 1);
}

async function measureOnce(backend: Backend): Promise<Settled> {
  const place = await install(backend, USERS);
  const service = await run(place);
  const database = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
  const numberOf = async (sql: string, ...values: string[]) =>
    Number((await database.query<{ n: number | string }[]>(sql, values))[0]!.n);
  const settled = (deposits: number) =>
    until(
      'the deposits are credited and mailed',
      async () =>
        (await numberOf("SELECT COUNT(*) AS n FROM journal WHERE kind = 'deposit'")) >= deposits &&
        (await numberOf(MAILED, 'deposit')) >= deposits,
      SETTLE_MS,
      LOOK_EVERY_MS,
    );
  try {
    const { origin } = service;
    await sent(origin, { ...orders(place), users: place.users }, USERS);
    const rows = await database.query<{ n: string }[]>(
      "SELECT account_number AS n FROM deposit_order WHERE account_number <> ''",
    );
    const plan = announcements(
      place,
      rows.map(({ n }) => n),
    );
    await sent(origin, { ...plan, keys: 'warm-up-' }, WARM_UP);
    await settled(WARM_UP);
    const meter = new CpuMeter({
      all: service.pid,
      ...(backend === 'mysql' ? { database: databasePid(), redis: redisPid() } : {}),
    });
    const batches = await batchesOf([origin]);
    const begun = performance.now();
    const { p50Ms, p99Ms, p999Ms } = await sent(origin, { ...plan, keys: 'deposit-' }, DEPOSITS);
    const answered = performance.now();
    await settled(WARM_UP + DEPOSITS);
    const ended = performance.now();
    return {
      backend,
      what: 'deposit',
      roles: 'all',
      count: DEPOSITS,
      answeredPerSecond: Math.round((DEPOSITS / (answered - begun)) * 1_000),
      settledPerSecond: Math.round((DEPOSITS / (ended - begun)) * 1_000),
      p50Ms,
      p99Ms,
      p999Ms,
      cpuUs: meter.perUnit(DEPOSITS),
      shareAhead: shareAhead(batches, await batchesOf([origin])),
    };
  } finally {
    await database.destroy();
    await service.stop();
    await place.remove();
  }
}

async function sent(origin: string, plan: RequestPlan, count: number): Promise<LoadResult> {
  const result = await load({ origin, connections: CONNECTIONS, warmUpMs: 0, count, plan });
  if (result.bad > 0) throw new Error(`${result.bad} answers were not 2xx, the first: ${result.sample}`);
  return result;
}

function orders({ users }: Installation): RequestPlan {
  const target = '/?req=user_deposit_order_create';
  return { method: 'POST', target, body: '{"amount":5000}', signed: true, repeatable: false, users };
}

function announcements({ config }: Installation, accountNumbers: readonly string[]): RequestPlan {
  const data = { accountNumber: '{email}', amount: '100.00', payerName: 'Ada Obi', transactionId: '{key}' };
  return {
    method: 'POST',
    target: '/?req=webhook_receive&provider=sandbox',
    body: JSON.stringify({ type: 'deposit.received', data }),
    signed: false,
    webhookSecret: config.sandboxWebhookSecret,
    repeatable: false,
    users: accountNumbers.map((email) => ({ email, password: '', pbcKey: '', secret: '' })),
  };
}
