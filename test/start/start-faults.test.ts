import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/create-app.js';
import { findStartFaults } from '../../src/start-faults.js';
import { makeBackend } from '../support/backend.js';
import { buildService } from '../support/service-process.js';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'harmattan-faults-'));
const APP_KEY = randomBytes(32).toString('base64');
let taken: Server;
let takenPort: string;

beforeAll(async () => {
  await buildService();
  taken = createServer();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  takenPort = String((taken.address() as { port: number }).port);
});
afterAll(() => {
  taken.close();
  rmSync(folder, { recursive: true, force: true });
});

const serverUrl = (user: string) => {
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  const [name, password = ''] = user.split(':');
  Object.assign(url, { username: name, password, pathname: '/harmattan_nothing' });
  return url.href;
};

/** What a person sees. */
function run(environment: Record<string, string>, ...before: string[]): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', ...environment };
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...before, resolve(root, 'dist/main.js')],
      { cwd: folder, env, timeout: 30_000 },
      (_, stdout, stderr) => done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

describe('start faults', () => {
  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a taken port',
      () => ({ PORT: takenPort }),
      /^Another program listens on 127\.0\.0\.1:\d+: stop it, or set PORT to a free port\.$/,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^This machine has no address for 192\.0\.2\.1:0: correct HOST\.$/,
    ],
    [
      'a database that is away',
      () => ({ DATABASE_URL: 'mysql://root@127.0.0.1:1/x', APP_KEY }),
      /^The database at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): start it, or correct DATABASE_URL\.$/,
    ],
    [
      'a wrong password of the database',
      () => ({ DATABASE_URL: serverUrl('harmattan_nobody:wrong'), APP_KEY }),
      /^The database at .+ refuses user harmattan_nobody or the password: correct them in DATABASE_URL\.$/,
    ],
    [
      'a Redis that is away',
      () => ({ REDIS_URL: 'redis://127.0.0.1:1' }),
      /^Redis at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): start it, or correct REDIS_URL\.$/,
    ],
    [
      'sentinels that are away',
      () => ({ REDIS_URL: 'redis+sentinel://127.0.0.1:1,127.0.0.1:2/main' }),
      /^No sentinel at 127\.0\.0\.1:1, 127\.0\.0\.1:2 answers \(ECONNREFUSED\): start it, or correct REDIS_URL\.$/,
    ],
    [
      'a Redis cluster that is away',
      () => ({ REDIS_URL: 'redis+cluster://127.0.0.1:1,127.0.0.1:2' }),
      /^No node of the Redis cluster at 127\.0\.0\.1:1, 127\.0\.0\.1:2 answers \(ECONNREFUSED\): start it, or correct REDIS_URL\.$/,
    ],
    [
      'sentinels without the name of a primary',
      () => ({ REDIS_URL: 'redis+sentinel://:canary@127.0.0.1:1' }),
      /^REDIS_URL must be redis:\/\/, [^@]+$/,
    ],
    ['a removed setting', () => ({ TRANSFER_TARIFFS: '[]' }), /^TRANSFER_TARIFFS is no setting any more: .+ and remove it\.$/],
    ['a number that is none', () => ({ RATE_LIMIT_SCALE: 'no' }), /^RATE_LIMIT_SCALE must be a number/],
    ['a misspelled variable', () => ({ DATABASE_URI: 'x' }), /^DATABASE_URI is no setting .+ did you mean DATABASE_URL\?/],
    ['a misspelled level', () => ({ LOG_LEVL: 'debug' }), /^LOG_LEVL is no setting .+ did you mean LOG_LEVEL\?/],
    ['a prefixed variable', () => ({ HARMATTAN_PORT: '80' }), /^HARMATTAN_PORT is no setting .+ did you mean PORT\?/],
    [
      'an address without a scheme',
      () => ({ PUBLIC_URL: 'api.example.com' }),
      /^PUBLIC_URL must be an address that begins with https:\/\/ or http:\/\/$/,
    ],
  ])('%s is one sentence that says what to do', async (_, environment, sentence) => {
    expect(await findStartFaults({ PORT: '0', DATA_DIR: folder, ...environment() })).toEqual([expect.stringMatching(sentence)]);
  });

  it.each([
    'PATH',
    'HOSTNAME',
    'LOGNAME',
    'API_KEY',
    'NODE_PATH',
    'NODE_OPTIONS',
    'REDIS_PORT',
    'TEST_DATABASE_URL',
    'HARMATTAN_URL',
    'MAILER_DSN',
  ])('%s belongs to others', async (name) =>
    expect(await findStartFaults({ PORT: '0', DATA_DIR: folder, [name]: 'x' })).toEqual([]),
  );

  it('are none for what is right', async () => {
    const environment = {
      DATABASE_URL: process.env['TEST_DATABASE_URL']! + '/x',
      REDIS_URL: process.env['TEST_REDIS_URL']!,
      APP_KEY,
      DATA_DIR: folder,
      PORT: '0',
    };
    expect(await findStartFaults(environment)).toEqual([]);
  });
});

describe('a start', () => {
  it('reports all faults together, without a stack trace', async () => {
    const { code, output } = await run({
      PORT: takenPort,
      LOG_LEVEL: 'loud',
      REDIS_URL: 'redis://127.0.0.1:1',
      DATABASE_URL: 'mysql://root@127.0.0.1:1/x',
      APP_KEY,
      TRANSFER_TARIFFS: '[]x',
      SHUTDOWN_DELAY_SECOND: '3',
    });
    expect(code).toBe(1);
    const [title, ...faults] = output.trimEnd().split('\n');
    expect(title).toBe('Harmattan cannot start:');
    expect(faults).toHaveLength(6);
    for (const name of ['LOG_LEVEL', 'SHUTDOWN_DELAY_SECOND ', 'TRANSFER_TARIFFS', 'Another program', 'The database', 'Redis'])
      expect(faults.filter((line) => line.startsWith(`  - ${name}`))).toHaveLength(1);
  });

  it.each([
    [
      { BILLER_PROVIDERS: 'nobody' },
      /^Harmattan cannot start:\n {2}- BILLER_PROVIDERS names nobody, which does not exist: name some of .*sandbox.*\.$/m,
    ],
    [
      { DEPOSIT_PROVIDERS: 'nobody' },
      /^Harmattan cannot start:\n {2}- DEPOSIT_PROVIDERS names nobody, which does not exist: name some of .*sandbox.*\.$/m,
    ],
    [
      { PAYOUT_PROVIDERS: 'nobody' },
      /^Harmattan cannot start:\n {2}- PAYOUT_PROVIDERS names nobody, which does not exist: name some of .*sandbox.*\.$/m,
    ],
  ])('refuses an unknown provider: %j', async (environment, sentence) => {
    const { code, output } = await run(environment);
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)]);
    expect(output).not.toMatch(/\n +at /);
    expect(output).not.toContain('created a new database');
  });

  it('names APP_KEY where it is not the key of the data', async () => {
    const place = makeBackend('sqlite');
    try {
      await (await createApp({ config: place.config })).close();
      const { code, output } = await run({ DATA_DIR: place.config.dataDir, APP_KEY });
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(/^Harmattan cannot start:\n {2}- APP_KEY is not the key of these data: .* APP_KEY_PREVIOUS\.$/m),
      ]);
      expect(output).not.toMatch(/\n +at /);
    } finally {
      await place.remove();
    }
  });

  it('says which Node is needed before it imports anything', async () => {
    const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })";
    const { code, output } = await run({}, '--import', `data:text/javascript,${encodeURIComponent(pretend)}`);
    expect([code, output]).toEqual([1, 'Node 20.19 or newer is needed, and this is 18.20.4: install it (nodejs.org).\n']);
  });
});
