import { createConnection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeBackend, type TestBackend } from '../support/backend.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';

let place: TestBackend;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  await buildService();
  place = makeBackend('mysql');
});
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => place.remove());

async function start(overrides: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const { REDIS_URL: _, ...environment } = place.environment;
  const service = await startProcess({ ...environment, ...overrides });
  running.push(service);
  return service;
}

async function leasedUntil(): Promise<number> {
  const connection = await createConnection(place.config.databaseUrl!);
  const [rows] = await connection.query("SELECT `until` AS ms FROM lease WHERE name = 'single_process'");
  await connection.end();
  return Number((rows as { ms: string }[])[0]?.ms);
}

/** As if time had gone by. */
async function runOut(): Promise<void> {
  const connection = await createConnection(place.config.databaseUrl!);
  await connection.query("UPDATE lease SET `until` = 1 WHERE name = 'single_process'");
  await connection.end();
}

it('service: is alone on a MySQL database without Redis, until it ends or is killed', async () => {
  const first = await start();
  const refused: unknown = await start().catch((error: unknown) => error);
  expect(String(refused)).toMatch(
    new RegExp(`\\n {2}- Another service \\(pid ${first.child.pid} on .+\\) works on this database without REDIS_URL: stop it`),
  );
  expect(String(refused)).not.toMatch(/\n +at /);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

  await first.end('SIGTERM');
  expect(await leasedUntil()).toBe(0);
  const second = await start();
  expect(await leasedUntil()).toBeGreaterThan(0);

  await second.end('SIGKILL');
  expect(await leasedUntil()).toBeGreaterThan(0);
  await runOut();
  const third = await start();
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
});
