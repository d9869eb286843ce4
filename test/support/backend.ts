import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { Config } from '../../src/platform/config/config.js';
import { redisOptions } from '../../src/platform/redis/redis.js';

export type Backend = 'sqlite' | 'mysql';

/** Both storage back ends; suites that touch data run on each. */
export const BACKENDS: readonly Backend[] = ['sqlite', 'mysql'];

export interface TestBackend {
  readonly backend: Backend;
  readonly config: Config;
  /** The environment that `config` was read from, to start processes with the same. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * A separate data place for one test file: SQLite in a new folder, or a new MySQL database and a Redis key prefix
 * on the servers of TEST_DATABASE_URL and TEST_REDIS_URL.
 */
export function makeBackend(backend: Backend, overrides: Readonly<Record<string, string>> = {}): TestBackend {
  const dataDir = mkdtempSync(join(tmpdir(), 'harmattan-test-'));
  const name = `harmattan_test_${randomBytes(6).toString('hex')}`;
  const environment: Record<string, string> = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SCALE: '0',
    ...(backend === 'mysql' ? serverEnvironment(name) : {}),
    ...overrides,
  };
  return {
    backend,
    config: Config.load(environment),
    environment,
    async remove() {
      rmSync(dataDir, { recursive: true, force: true });
      if (backend !== 'mysql') return;
      await dropDatabase(environment['DATABASE_URL']!);
      await dropKeys(environment['REDIS_URL']!, environment['REDIS_PREFIX']!);
    },
  };
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

async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url);
  // The service's own user may not be allowed to.
  const server = new URL(required('TEST_DATABASE_URL'));
  server.pathname = '/';
  const connection = await mysql.createConnection(server.href);
  await connection.query(`DROP DATABASE IF EXISTS ${mysql.escapeId(pathname.slice(1))}`);
  await connection.end();
}

export async function dropKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(redisOptions(url));
  for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 500 }) as AsyncIterable<string[]>) {
    if (keys.length > 0) await redis.unlink(...keys);
  }
  redis.disconnect();
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
