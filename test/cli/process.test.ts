import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
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

it('cli: runs as a separate process', async () => {
  expect((await runCli(place.environment, 'migrate', '--create')).exitCode).toBe(0);
  const { exitCode, stdout } = await runCli(place.environment, 'ledger:verify', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
});

const ELSEWHERE: readonly (readonly [what: string, environment: Readonly<Record<string, string>>])[] = [
  ['MySQL', { DATABASE_URL: 'mysql://root@127.0.0.1:1/nothing', APP_KEY: randomBytes(32).toString('base64') }],
  ['Redis', { REDIS_URL: 'redis://127.0.0.1:1' }],
];

it.each(ELSEWHERE)('cli: ends with an error when %s does not answer', async (_, elsewhere) => {
  const { exitCode, stdout } = await runCli({ ...place.environment, ...elsewhere }, 'catalogue:sync', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([1, { error: expect.any(String) }]);
});

/** Packages that say how commands are called. Each more is loaded by every command. */
const PACKAGES = [
  'cli-progress',
  // What cli-progress needs.
  'ansi-regex',
  'emoji-regex',
  'is-fullwidth-code-point',
  'string-width',
  'strip-ansi',
  'commander',
  'dotenv',
  'picocolors',
];
/** Rooms of the service with the words that are printed. */
const ROOMS = ['cli', 'cli.ts', 'kernel', 'platform/config', 'platform/telemetry', 'sandbox'];

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** What a command loads, as the engine counts it. */
async function loadedBy(...args: string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-loaded-'));
  try {
    const { exitCode } = await runCli({ NODE_V8_COVERAGE: folder }, ...args);
    expect(exitCode).toBe(0);
    const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Coverage);
    return files.flatMap(({ result }) => result.map(({ url }) => url));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Paths below `src` that a built file was made of. */
function sourcesOf(url: string): string[] {
  const map = `${url.replace('file://', '')}.map`;
  if (!url.includes('/dist/') || !existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] };
  return sources.flatMap((source) => /\/src\/(.+)/.exec(source)?.[1] ?? []);
}

it.each([[['--help']], [['--version']], [['ledger:verify', '--help']], [['webhooks:trigger', '--help']], [['call', '--help']]])(
  'cli: %s loads nothing of the service',
  async (args) => {
    const loaded = await loadedBy(...args);
    const packages = new Set(loaded.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));
    expect([...packages].filter((name) => !PACKAGES.includes(name))).toEqual([]);
    expect([...packages]).toContain('commander');
    const ours = loaded.flatMap((url) => (url.includes('/node_modules/') ? [] : sourcesOf(url)));
    expect(ours.filter((path) => !ROOMS.some((room) => path === room || path.startsWith(`${room}/`)))).toEqual([]);
    expect(ours).toContain('cli/commands.ts');
    // Not even what a command does: its options are declared in cli/commands.
    expect(ours).not.toContain('cli/ledger-proof.ts');
    expect(ours).not.toContain('cli/call/call.ts');
  },
);
