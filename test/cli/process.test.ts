import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeBackend } from '../support/backend.js';

const root = resolve(import.meta.dirname, '../..');
const place = makeBackend('sqlite');
afterAll(() => place.remove());

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
}

/** `npm run cli -- …`, without npm. */
function runCli(environment: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  const command = [resolve(root, 'scripts/run.mjs'), 'dist/cli.js', ...args];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
  return new Promise((done) => {
    const child = execFile(process.execPath, command, { cwd: place.config.dataDir, env, timeout: 60_000 }, (_, stdout) =>
      done({ exitCode: child.exitCode, stdout }),
    );
  });
}

it('cli: runs as a separate process', { timeout: 120_000 }, async () => {
  expect((await runCli(place.environment, 'migrate', '--create')).exitCode).toBe(0);
  const { exitCode, stdout } = await runCli(place.environment, 'ledger:verify', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
});

const ELSEWHERE: readonly (readonly [what: string, environment: Readonly<Record<string, string>>])[] = [
  ['MySQL', { DATABASE_URL: 'mysql://root@127.0.0.1:1/nothing', APP_KEY: randomBytes(32).toString('base64') }],
  ['Redis', { REDIS_URL: 'redis://127.0.0.1:1' }],
];

it.each(ELSEWHERE)('cli: ends with an error when %s does not answer', { timeout: 120_000 }, async (_, elsewhere) => {
  const { exitCode, stdout } = await runCli({ ...place.environment, ...elsewhere }, 'ledger:verify', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, { error: expect.any(String) }]);
});
