import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../support/until.js';

const root = resolve(import.meta.dirname, '../..');

/** In place of npm: says who it is and whom it started, and installs when it is told to. At SIGINT it goes on, as npm does while it tidies up. */
const NPM = `
const { spawn } = require('node:child_process');
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
const script = spawn(process.execPath, ['-e', "process.on('SIGINT', () => 0); setInterval(() => 0, 1000)"]);
process.on('SIGINT', () => appendFileSync('signals', 'SIGINT\\n'));
process.on('SIGTERM', () => process.exit(1));
appendFileSync('started', process.pid + ' ' + script.pid + '\\n');
setInterval(() => {
  if (!existsSync('go-on')) return;
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
  script.kill('SIGKILL');
  process.exit(0);
}, 20);
`;

let folder: string;
const starts: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harmattan-start-'));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/main.js'), "console.log('the service runs')");
  writeFileSync(join(folder, 'package.json'), '{"type":"module","engines":{"node":">=20.19"}}');
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{}}}');
  writeFileSync(join(folder, 'npm.cjs'), NPM);
});
afterEach(() => {
  for (const start of starts.splice(0)) start.kill('SIGKILL');
  for (const pid of installers().flat()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(...options: readonly string[]) {
  const env = { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.cjs') };
  const child = spawn(process.execPath, ['scripts/start.mjs', ...options], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  starts.push(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  return { child, output: text(child.stdout), errors: () => errors, ended: once(child, 'close') };
}

function read(name: string): string {
  return existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
}

/** Each with the script that it started. */
function installers(): number[][] {
  const lines = read('started').split('\n').filter(Boolean);
  return lines.map((line) => line.split(' ').map(Number));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie of a container without an init has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it.each([
  ['SIGTERM', ['SIGTERM'], 143],
  ['a second Ctrl-C, where the first is not obeyed', ['SIGINT', 'SIGINT'], 130],
] as const)('an installation ends with the start, by %s, and the next one goes on', async (_, signals, exitCode) => {
  const first = start();
  await until(() => Promise.resolve(installers().length === 1));
  for (const signal of signals) {
    first.child.kill(signal);
    if (signal === 'SIGINT') await until(() => Promise.resolve(read('signals') !== ''));
  }
  expect(await first.ended).toEqual([exitCode, null]);
  expect(first.errors()).toMatch(
    /Stopped while installing packages\. Nothing runs any more: the same command goes on from here\.\n$/,
  );
  await until(() => Promise.resolve(!installers().flat().some(isRunning)));
  expect(existsSync(join(folder, '.installing'))).toBe(false);

  writeFileSync(join(folder, 'go-on'), '');
  const next = start();
  expect([await next.ended, await next.output]).toEqual([[0, null], 'the service runs\n']);
});

it('a second start says who installs, waits, and does not install again', async () => {
  const first = start();
  await until(() => Promise.resolve(installers().length === 1));
  const second = start();
  const waiting = `Process ${first.child.pid} installs or builds here: waiting for it.`;
  await until(() => Promise.resolve(second.errors().includes(waiting)));
  writeFileSync(join(folder, 'go-on'), '');
  for (const { ended, output } of [first, second]) expect([await ended, await output]).toEqual([[0, null], 'the service runs\n']);
  expect(installers()).toHaveLength(1);
});

it('a start goes on when the one that it waits for is killed', async () => {
  const first = start();
  await until(() => Promise.resolve(installers().length === 1));
  const second = start();
  await until(() => Promise.resolve(second.errors().includes('waiting for it.')));
  first.child.kill('SIGKILL');
  // What it started goes on: nobody could tell it.
  writeFileSync(join(folder, 'go-on'), '');
  expect([await second.ended, await second.output]).toEqual([[0, null], 'the service runs\n']);
});

it('a start takes over from one that was killed', async () => {
  writeFileSync(join(folder, '.installing'), '999999999');
  writeFileSync(join(folder, 'go-on'), '');
  const { ended, output, errors } = start();
  expect([await ended, await output, errors()]).toEqual([
    [0, null],
    'the service runs\n',
    '[1/1] Installing packages to run (npm ci) ...\n',
  ]);
});

it('the demonstration is made before the service starts, and a wrong option is refused', async () => {
  writeFileSync(join(folder, 'go-on'), '');
  writeFileSync(
    join(folder, 'dist/cli.js'),
    "(await import('node:fs')).appendFileSync('made', process.argv.slice(2).join(' ') + ';')",
  );
  const demo = start('--demo');
  expect([await demo.ended, await demo.output, read('made')]).toEqual([
    [0, null],
    'the service runs\n',
    'migrate --create;demo:seed;',
  ]);
  const wrong = start('--dmo');
  expect([await wrong.ended, wrong.errors()]).toEqual([[1, null], 'npm start takes one option: npm start -- --demo\n']);
});
