import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { testedEngine } from '../../packages/harness/servers/services.js';
import { Config } from '../../src/platform/config/config.js';
import { dropKeys } from './redis-keys.js';
import { type Watch, watchStatements } from './statements/statement-guard.mjs';

export type Backend = 'sqlite' | 'mysql';
/**
 * `tidb`: the server of the tests with DATABASE_DIALECT=tidb. Where that is MariaDB or MySQL, statements fail that TiDB does not have;
 * `npm run test:tidb` runs on TiDB, and every other back end there is the same one.
 */
export type Engine = Backend | 'tidb';

/** What `npm run test:mysql` runs on, in the place of MariaDB. */
export const IS_MYSQL = testedEngine() === 'mysql';
export const IS_TIDB = testedEngine() === 'tidb';
/** Both storage back ends; suites that touch data run on each, and those of `npm run test:mysql` and `test:tidb` on their server alone. */
export const BACKENDS: readonly Backend[] = IS_MYSQL || IS_TIDB ? ['mysql'] : ['sqlite', 'mysql'];
/**
 * For what no database changes: rules of operations and of HTTP, queues of one process, commands, what is said to providers.
 * `npm run test:backends` runs them on both, before a release.
 */
export const ONE_BACKEND: readonly Backend[] = process.env['TEST_ALL_BACKENDS'] === '1' ? BACKENDS : BACKENDS.slice(0, 1);
/** Whether what ends before any storage is tested here: no engine changes it. `npm run test:backends` has it on all. */
export const isTestedAtEdge = (backend: Engine) => backend === 'sqlite' || process.env['TEST_ALL_BACKENDS'] === '1';
/** For suites of what claims or locks rows, migrates, or reads snapshots: only that differs on TiDB. */
export const ENGINES: readonly Engine[] = IS_TIDB ? ['tidb'] : [...BACKENDS, 'tidb'];
/** The same without SQLite. */
export const SERVERS: readonly Exclude<Engine, 'sqlite'>[] = IS_TIDB ? ['tidb'] : ['mysql', 'tidb'];

export interface TestBackend {
  readonly backend: Engine;
  readonly config: Config;
  /** The environment that `config` was read from, to start processes with the same. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * A separate data place for one test file: SQLite in a new folder, or a new MySQL database and a Redis key prefix
 * on the servers of TEST_DATABASE_URL and TEST_REDIS_URL.
 */
export function makeBackend(backend: Engine, overrides: Readonly<Record<string, string>> = {}): TestBackend {
  const dataDir = mkdtempSync(join(tmpdir(), 'harmattan-test-'));
  const name = `harmattan_test_${randomBytes(6).toString('hex')}`;
  const environment: Record<string, string> = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SCALE: '0',
    ...(backend === 'sqlite' ? {} : serverEnvironment(name)),
    ...(backend === 'tidb' || (IS_TIDB && backend === 'mysql') ? { DATABASE_DIALECT: 'tidb' } : {}),
    ...overrides,
  };
  const watch = backend === 'tidb' && !IS_TIDB ? watchStatements(databaseOf(environment['DATABASE_URL']!), true) : undefined;
  return {
    backend,
    config: Config.load(environment),
    environment,
    async remove() {
      rmSync(dataDir, { recursive: true, force: true });
      if (backend === 'sqlite') return;
      await dropDatabase(environment['DATABASE_URL']!);
      await dropKeys(environment['REDIS_URL']!, environment['REDIS_PREFIX']!);
      if (watch) assertServedByTidb(watch);
    },
  };
}

/** @throws Error where a statement was sent that TiDB or MySQL 9 does not have, or none at all was seen */
function assertServedByTidb({ seen, refused }: Watch): void {
  const sent = [...refused].filter(([name]) => !name.startsWith('vitess'));
  if (seen === 0 || sent.length > 0) throw new Error(`of ${seen} packets, TiDB or MySQL 9 refuses: ${JSON.stringify(sent)}`);
}

function serverEnvironment(name: string): Record<string, string> {
  const database = new URL(required('TEST_DATABASE_URL'));
  database.pathname = `/${name}`;
  return {
    DATABASE_URL: database.href,
    REDIS_URL: required('TEST_REDIS_URL'),
    REDIS_PREFIX: name,
    APP_KEY: randomBytes(32).toString('base64'),
  };
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function dropDatabase(url: string): Promise<void> {
  // The service's own user may not be allowed to.
  const server = new URL(required('TEST_DATABASE_URL'));
  server.pathname = '/';
  const connection = await mysql.createConnection(server.href);
  await connection.query(`DROP DATABASE IF EXISTS ${mysql.escapeId(databaseOf(url))}`);
  await connection.end();
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
