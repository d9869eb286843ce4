import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { buildService, type ServiceProcess, startProcess } from '../support/service-process.js';

let folder: string;
const running: ServiceProcess[] = [];

beforeAll(buildService);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-folder-'));
});
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<ServiceProcess> {
  const service = await startProcess({ DATA_DIR: folder });
  running.push(service);
  return service;
}

/** All that it writes. */
const refusal = async () => {
  const error: unknown = await start().then(
    () => new Error('it started'),
    (reason: unknown) => reason,
  );
  return (error as Error).message.trimEnd().split('\n').slice(1);
};

it('service: logs its version first, that it created a database, and is alone on its folder, also after the first one was killed', async () => {
  const first = await start();
  expect(await refusal()).toEqual([
    'Harmattan cannot start:',
    `  - Another service (pid ${first.child.pid}) works on ${folder}: stop it, or give this one a DATA_DIR of its own.`,
  ]);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  const gone = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await gone;
  expectStory(first);
  // The files of the lock stay, and mean nothing.
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['service.lock', 'service.pid']));
  const second = await start();
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect((await second.end('SIGTERM')).code).toBe(0);
  expect(second.output()).not.toMatch(/created a new database|migrat/);
});

/** What the first one in a folder says. */
function expectStory(first: ServiceProcess): void {
  const lines = first
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(lines[0]).toMatchObject({ msg: 'starting', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), role: 'all' });
  expect(lines.find(({ msg }) => msg === 'created a new database')).toMatchObject({
    database: folder,
    migrations: MIGRATIONS.length,
  });
  expect(lines.filter((line) => JSON.stringify(line).includes('igration')).length).toBeLessThan(5);
  // What is for people goes to stderr, and nothing of it needs a terminal.
  const told = first
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect(told.map((line) => line.replace(/[0-9a-f]{12}[^)]*/, 'commit'))).toEqual([
    expect.stringMatching(/^Harmattan \d+\.\d+\.\d+( \(commit\))? is listening$/),
    `  API      ${first.url}/?req=<action>`,
    `  Docs     ${first.url}/docs`,
    `  Console  ${first.url}/console`,
    `  Sandbox  ${first.url}/sandbox`,
    `  Data     ${folder}`,
  ]);
}

it('service: closes its data folder to others, also what was there before', async () => {
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'uploads'), { mode: 0o777 });
  chmodSync(join(folder, 'uploads'), 0o777);
  writeFileSync(join(folder, 'harmattan.sqlite'), '', { mode: 0o644 });
  writeFileSync(join(folder, 'old.log'), 'x', { mode: 0o666 });
  await start();
  const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const found = readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, mode(entry.name)]);
  expect(mode('.')).toBe('700');
  expect(found.length).toBeGreaterThan(6);
  const wanted = readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory() ? '700' : '600']);
  expect(found).toEqual(wanted);
});
