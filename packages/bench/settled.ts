import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataSource } from 'typeorm';
import { CreateEndpoint } from '../../src/contexts/webhooks/endpoints.js';
import { createApp } from '../../src/create-app.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import type { Backend } from '../../test/support/backend.js';
import { until } from '../harness/until.js';
import { CpuMeter, databasePid, redisPid } from './cpu.js';
import { install, type Installation, MAILED, run, type Running } from './installation.js';
import { batchesOf, load, type LoadResult, shareAhead } from './load.js';

const USERS = 200;
const CONNECTIONS = 64;
const WARM_UP = 2_000;
const SETTLE_MS = 600_000;
/** Counting costs the database something too. */
const LOOK_EVERY_MS = 250;

export interface Settled {
  readonly backend: Backend;
  readonly roles: string;
  readonly what: 'transfer' | 'deposit';
  readonly count: number;
  /** Answered a second, while they were sent. */
  readonly answeredPerSecond: number;
  /** A second from the first request to the last effect. */
  readonly settledPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly shareAhead: number | undefined;
  /** Microseconds for one, by process, from the first request to the last effect. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

/** What is done when a transfer is: two mails in files, and a webhook delivered. */
interface Effects {
  readonly mails: number;
  readonly webhooks: number;
}

/** Throughput where a transfer counts when everything that follows it is done. */
export async function measureSettled(backend: Backend, rounds: number, progress: (text: string) => void): Promise<Settled[]> {
  const layouts = backend === 'mysql' ? [['all'], ['api', 'worker']] : [['all']];
  const results: Settled[] = [];
  for (const roles of layouts) {
    const measured: Settled[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`${backend}: settled, ${roles.join(' and ')}`);
      measured.push(await measureOnce(backend, roles));
      progress(`  ${JSON.stringify(measured.at(-1))}`);
    }
    results.push(measured.toSorted((one, other) => one.settledPerSecond - other.settledPerSecond)[rounds >> 1]!);
  }
  return results;
}

async function measureOnce(backend: Backend, roles: readonly string[]): Promise<Settled> {
  const transfers = roles.length > 1 ? 20_000 : 10_000;
  const place = await install(backend, USERS, { WEBHOOK_LOOPBACK: 'allowed' });
  const receiver = await openReceiver();
  await subscribe(place, receiver);
  const services: Running[] = [];
  const database = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
  try {
    for (const role of roles) services.push(await run(place, { ROLE: role }));
    const before = await effectsIn(database);
    await transfer(place, services[0]!.origin, WARM_UP);
    await settle(database, before, WARM_UP);
    const pids = {
      ...Object.fromEntries(services.map(({ pid }, index) => [roles[index]!, pid])),
      ...(backend === 'mysql' ? { database: databasePid(), redis: redisPid() } : {}),
    };
    const meter = new CpuMeter(pids);
    const start = await effectsIn(database);
    const [{ origin }] = services as [Running];
    const batches = await batchesOf([origin]);
    const begun = performance.now();
    const { p50Ms, p99Ms, p999Ms } = await transfer(place, origin, transfers);
    const answered = performance.now();
    await settle(database, start, transfers);
    const settled = performance.now();
    return {
      backend,
      what: 'transfer',
      roles: roles.join(' + '),
      count: transfers,
      answeredPerSecond: Math.round((transfers / (answered - begun)) * 1_000),
      settledPerSecond: Math.round((transfers / (settled - begun)) * 1_000),
      p50Ms,
      p99Ms,
      p999Ms,
      cpuUs: meter.perUnit(transfers),
      shareAhead: shareAhead(batches, await batchesOf([origin])),
    };
  } finally {
    await database.destroy();
    await Promise.all(services.map((service) => service.stop()));
    await new Promise((resolve) => receiver.close(resolve));
    await place.remove();
  }
}

export async function transfer({ users }: Installation, origin: string, count: number): Promise<LoadResult> {
  const plan = {
    method: 'POST' as const,
    target: '/?req=user_transfer_create',
    body: '{"email":"{receiver}","amount":50,"messge":"bench"}',
    signed: true,
    repeatable: false,
    users,
    receivers: users,
  };
  const result = await load({ origin, connections: CONNECTIONS, warmUpMs: 0, count, plan });
  if (result.bad > 0) throw new Error(`${result.bad} answers were not 2xx, the first: ${result.sample}`);
  return result;
}

/** Waits for the effects of so many transfers, which are counted when nothing waits any more. */
export async function settle(database: DataSource, before: Effects, transfers: number, webhooks = transfers): Promise<void> {
  await until(
    'what follows is done',
    async () => {
      if (await hasWaiting(database)) return false;
      const now = await effectsIn(database);
      return now.webhooks - before.webhooks >= webhooks && now.mails - before.mails >= 2 * transfers;
    },
    SETTLE_MS,
    LOOK_EVERY_MS,
  );
}

async function hasWaiting(database: DataSource): Promise<boolean> {
  const waiting = "SELECT 1 FROM webhook WHERE status IN ('pending', 'processing') LIMIT 1";
  return (await database.query<unknown[]>(waiting)).length > 0;
}

export async function effectsIn(database: DataSource): Promise<Effects> {
  const count = async (sql: string, ...values: string[]) =>
    Number((await database.query<{ n: number | string }[]>(sql, values))[0]!.n);
  // What succeeds has no row: it is behind the cursor of the endpoint.
  const webhooks = await count(
    `SELECT COUNT(*) AS n FROM journal j JOIN webhook_endpoint e
     ON j.batch_no < e.batch_no OR (j.batch_no = e.batch_no AND j.position <= e.position)`,
  );
  return { webhooks, mails: 2 * (await count(MAILED, 'transfer')) };
}

/** Answers every webhook at once. */
export async function openReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export async function subscribe({ config, userIds }: Installation, receiver: Server): Promise<void> {
  const app = await createApp({ config });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const subscription = { url, events: ['transfer.completed' as const], description: 'benchmark' };
  await app.get(CreateEndpoint).execute(subscription, { userId: userIds[0]!, ip: '127.0.0.1' }, 'bench');
  await app.close();
}
