import { readFileSync } from 'node:fs';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackend, type TestBackend } from '../support/backend.js';
import { TestClient } from '../support/client.js';
import { makeMigrated } from '../support/migrated-database.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';
import { until } from '../support/until.js';

/** ROLE=all of the built service with a database server and Redis: a start for each two tests. */
describe('the worker beside a service', () => {
  let place: TestBackend;
  let service: ServiceProcess;

  beforeAll(async () => {
    await buildService();
    place = makeBackend('mysql', { LOG_LEVEL: 'info' });
    await makeMigrated(place);
    await start();
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await until(() => !isRunning(service.child.pid!));
    await place.remove();
  });

  async function start(): Promise<void> {
    service = await startProcess(place.environment);
    await works();
  }

  const ready = async () => (await (await fetch(`${service.url}/readyz`)).json()) as Record<string, string>;
  const works = () => until(async () => !('worker' in (await ready())));
  const workerPid = () => Number(readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8'));

  it('does what follows, and is shown with the service', async () => {
    const device = { devt: 'Web', devs: '1', devn: 'x' };
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal: 'ada@example.com', pswd: 'Correct-horse-7', ...device };
    expect((await new TestClient(service.url).post('user_profile_create', { body })).status).toBe(200);
    const shown = async () => (await fetch(`${service.url}/metrics`)).text();
    await until(async () => /^harmattan_mails_total\{.*outcome="sent",process="worker"\} 1$/m.test(await shown()));
    const text = await shown();
    expect(text).toMatch(/^harmattan_requests_total\{action="user_profile_create",status="200"\} 1$/m);
    expect(text).toMatch(/^process_cpu_seconds_total [0-9.]+$/m);
    expect(text).toMatch(/^process_cpu_seconds_total\{process="worker"\} [0-9.]+$/m);
    expect(text).toMatch(/^harmattan_jobs_waiting\{process="worker"\} [0-9]+$/m);
    expect(text).toMatch(/^harmattan_request_seconds_bucket\{le="10",action="user_profile_create"\} 1$/m);
  });

  it('ends before the service does', async () => {
    const pid = workerPid();
    const { code } = await service.end('SIGTERM');
    expect(code).toBe(0);
    expect(isRunning(pid)).toBe(false);
    expect(service.output()).not.toMatch(/"level":50|unhandled|rejection/i);
  });

  it('is started again where it ends, and staff are told', async () => {
    await start();
    const first = workerPid();
    process.kill(first, 'SIGKILL');
    await until(async () => 'worker' in (await ready()));
    await works();
    expect(workerPid()).not.toBe(first);
    expect(service.output()).toContain('the worker has ended and is started again');
    const database = await mysql.createConnection(place.environment['DATABASE_URL']!);
    const [rows] = await database.query("SELECT kind, description FROM system_log WHERE description LIKE '%worker beside%'");
    await database.end();
    expect(rows).toMatchObject([{ kind: 'error', description: expect.stringContaining('(SIGKILL)') as string }]);
  });

  it('ends where the service was killed', async () => {
    const pid = workerPid();
    await service.end('SIGKILL');
    await until(() => !isRunning(pid));
    expect(isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
