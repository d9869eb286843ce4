import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays, lagosDate } from '../../src/kernel/lagos-time.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { makeBackend, ONE_BACKEND, type TestBackend } from '../support/backend.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';
import { until } from '../support/until.js';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const DAYS = 60;

interface Person {
  readonly email: string;
  readonly status: string;
}

interface Colleague {
  readonly role: string;
  readonly totpSecret: string;
  readonly code: string;
}

interface Seeded {
  readonly users: readonly Person[];
  readonly people: number;
  readonly staff: readonly Colleague[];
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe.each(ONE_BACKEND)('demo:seed beside the running service on %s', (backend) => {
  let place: TestBackend;
  let services: ServiceProcess[] = [];

  beforeAll(() => buildService());
  afterEach(async () => {
    for (const service of services) await service.end('SIGTERM');
    services = [];
    await place.remove();
  });

  /** As many processes as the back end can have. */
  async function startService(): Promise<void> {
    place = makeBackend(backend, { NODE_ENV: 'development' });
    services = [await start(backend === 'sqlite' ? 'all' : 'api')];
    if (backend === 'mysql') services.push(await start('worker'));
  }

  function start(role: string): Promise<ServiceProcess> {
    return startProcess({ ...place.environment, ROLE: role });
  }

  function command(...args: string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const env = { PATH: process.env['PATH'], ...place.environment };
    const child = spawn(process.execPath, [cli, ...args, '--json'], { cwd: place.config.dataDir, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
    return { child, ended };
  }

  async function rows<Row>(sql: string): Promise<Row[]> {
    const dataSource = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
    const found: Row[] = await dataSource.query(sql);
    await dataSource.destroy();
    return found;
  }

  /** How many journals each Lagos day has. */
  async function journalsByDay(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { at } of await rows<{ at: number | string }>('SELECT recorded AS at FROM journal')) {
      const day = lagosDate(Number(at));
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    return counts;
  }

  async function expectDemonstration({ code, stdout, stderr }: Ended): Promise<Seeded> {
    expect([code, stderr]).toEqual([0, '']);
    const seeded = JSON.parse(stdout) as Seeded;
    expect(seeded.users).toHaveLength(7);
    const roles = ['Administrator', 'Support', 'Finance', 'Auditor', 'Compliance', 'Integrator'];
    expect(seeded.staff.map(({ role }) => role)).toEqual(roles);
    for (const { code: shown } of seeded.staff) expect(shown).toMatch(/^\d{6}$/);
    const days = await journalsByDay();
    const today = lagosDate(Date.now());
    const meant = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS));
    expect([...days.keys()].toSorted()).toEqual(meant);
    expect((await command('ledger:verify').ended).code).toBe(0);
    return seeded;
  }

  it('dates two months after it was killed, on a processor that stops again and again', async () => {
    await startService();
    expect((await command('demo:seed', '--show').ended).code).toBe(1);
    const killed = command('demo:seed');
    await until(async () => (await journalsByDay()).size > DAYS / 3, { everyMs: 250 });
    killed.child.kill('SIGKILL');
    await killed.ended;

    const { child, ended } = command('demo:seed');
    const processes = [child, ...services.map((service) => service.child)];
    const throttle = throttled(processes);
    const first = await expectDemonstration(await ended.finally(() => throttle.abort()));
    const dated = await journalsByDay();
    // What the service does with it afterwards: nothing is booked, as nothing was left to be done.
    await sleep(3_000);
    expect(await journalsByDay()).toEqual(dated);

    const again = await expectDemonstration(await command('demo:seed').ended);
    const secrets = ({ staff }: Seeded) => staff.map(({ totpSecret }) => totpSecret);
    expect(secrets(again)).toEqual(secrets(first));
    const shown = await command('demo:seed', '--show').ended;
    expect((JSON.parse(shown.stdout) as Seeded).users).toEqual(again.users);
  });
});

describe('demo:seed without a service', () => {
  const place = makeBackend('sqlite', { NODE_ENV: 'development' });
  const run = (...args: string[]) =>
    new Promise<Ended>((done) => {
      const env = { PATH: process.env['PATH'], ...place.environment };
      execFile(process.execPath, [cli, ...args, '--json'], { cwd: place.config.dataDir, env }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  beforeAll(() => buildService());
  afterAll(() => place.remove());

  it('makes as many further users as are wanted, and says the same when it is asked again', async () => {
    expect(await run('demo:seed')).toMatchObject({ code: 1 });
    expect(await run('migrate', '--create')).toMatchObject({ code: 0 });
    const made = await run('demo:seed', '--users', '20');
    expect([made.code, made.stderr]).toEqual([0, '']);
    const seeded = JSON.parse(made.stdout) as Seeded;
    expect([seeded.users.length, seeded.people, seeded.staff.length]).toEqual([7, 20, 6]);
    const again = await run('demo:seed', '--users', '20');
    expect((JSON.parse(again.stdout) as Seeded).people).toBe(20);
    const more = await run('demo:seed', '--users', '21');
    expect([more.code, more.stderr]).toEqual([1, expect.stringContaining('further users cannot be added')]);
    expect(await run('ledger:verify')).toMatchObject({ code: 0 });
  });
});

/** Each process gets half of the time, the command and the service in turns. */
function throttled(processes: readonly ChildProcess[]): AbortController {
  const controller = new AbortController();
  void (async () => {
    for (let turn = 0; !controller.signal.aborted; turn++) {
      const stopped = processes.filter((_, index) => (index + turn) % 2 === 0);
      for (const one of stopped) one.kill('SIGSTOP');
      await sleep(50 + (turn % 4) * 100);
      for (const one of stopped) one.kill('SIGCONT');
      await sleep(20);
    }
  })();
  return controller;
}
