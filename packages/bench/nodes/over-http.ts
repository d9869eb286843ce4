import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { install, type Installation, type Running, run, runYardstick } from '../installation.js';
import { measure, type Measured, type RequestPlan } from '../load.js';
import type { Load } from './node.js';
import { at, type Route, type Server } from './places.js';

/** What answers: the service, the service that sends each trace, or the ordinary way. */
export const HTTP_WAYS = ['service', 'traced service', 'ordinary service'] as const;
export type HttpWay = (typeof HTTP_WAYS)[number];

export interface HttpRun {
  readonly way: HttpWay;
  readonly load: Load;
  readonly processes: number;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
}

const USERS = 200;
/** Requests that are signed beforehand, for a second. */
const MOST_PER_SECOND = { service: 8_000, 'traced service': 8_000, 'ordinary service': 2_000 };

/** Users and their money on this server. */
export function installOn(server: Server): Promise<Installation> {
  // Databases of tests and benchmarks are made there.
  process.env['TEST_DATABASE_URL'] = server.url;
  return install('mysql', USERS);
}

/** Transfers through `api` processes, which write no notices and send nothing: that is the work of others. */
export async function measureOverHttp(place: Installation, { pids }: Server, route: Route, task: HttpRun): Promise<Measured> {
  const { way, load, processes, connections, warmUpMs, durationMs } = task;
  const { pathname } = new URL(place.environment['DATABASE_URL']!);
  const environment = { ...place.environment, DATABASE_URL: at(route.url, { pathname }), ROLE: 'api' };
  const collector = way === 'traced service' ? await startCollector() : undefined;
  const running: Running[] = [];
  try {
    for (let number = 0; number < processes; number++)
      running.push(
        way === 'ordinary service'
          ? await runYardstick('./ordinary/ordinary.app.js', { ...place, environment })
          : await run(place, { ...environment, ...(collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }) }),
      );
    const plan: RequestPlan = {
      method: 'POST',
      signed: true,
      repeatable: false,
      users: place.users,
      receivers: load === 'uniform' ? place.users : [place.users[0]!],
      target: way === 'ordinary service' ? '/' : '/?req=user_transfer_create',
      body: '{"email":"{receiver}","amount":50,"messge":"bench"}',
    };
    const count = Math.ceil((MOST_PER_SECOND[way] * (warmUpMs + durationMs)) / 1_000);
    const order = { origin: running.map(({ origin }) => origin), connections, warmUpMs, durationMs, count, plan };
    const measured = await measure(
      order,
      running.map(({ pid }) => pid),
      pids,
    );
    if (measured.bad > 0) throw new Error(`${measured.bad} answers were not 2xx, the first: ${measured.sample}`);
    return measured;
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    collector?.close();
  }
}

/** Takes traces and forgets them. */
async function startCollector(): Promise<{ readonly endpoint: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
