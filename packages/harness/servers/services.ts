/** The database and Redis for the tests: the configured ones, else private ones that are stopped afterwards, else running ones. */
import { delimiter, join } from 'node:path';
import { launchClamd } from './clamd.js';
import { type DatabaseOptions, launchDatabase, whyNotMysql } from './database.js';
import { provideMysql } from './mysql-packages.js';
import type { PrivateServer } from './private-server.js';
import { clamd, installMissing, mariadb, type Program, provide, redis } from './programs.js';
import { launchRedis, type RedisOptions, whyNotRedis } from './redis.js';
import { launchTidb } from './tidb.js';

export type Engine = 'mariadb' | 'mysql' | 'tidb';

interface ServiceKind {
  readonly variable: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL';
  /** Of one that may run on this machine. */
  readonly local?: string;
  /** What is installed to start one. */
  readonly programs: readonly Program[];
  readonly whyNot: (url: string) => Promise<string | undefined>;
  readonly start: (options: DatabaseOptions) => Promise<PrivateServer>;
}

const DATABASES: Readonly<Record<Engine, ServiceKind>> = {
  mariadb: {
    variable: 'TEST_DATABASE_URL',
    local: 'mysql://root@127.0.0.1:3306',
    programs: [mariadb],
    whyNot: whyNotMysql,
    start: (options) => startPrivateDatabase(options, 'mariadb'),
  },
  mysql: {
    variable: 'TEST_DATABASE_URL',
    programs: [],
    whyNot: whyNotMysql,
    start: (options) => startPrivateDatabase(options, 'mysql'),
  },
  tidb: {
    variable: 'TEST_DATABASE_URL',
    programs: [],
    whyNot: whyNotMysql,
    start: (options) => startPrivateDatabase(options, 'tidb'),
  },
};
const REDIS: ServiceKind = {
  variable: 'TEST_REDIS_URL',
  local: 'redis://127.0.0.1:6379',
  programs: [redis],
  whyNot: whyNotRedis,
  start: () => startPrivateRedis(),
};

/** The one that the tests of this process run on. */
export function testedEngine({ TEST_ENGINE: named }: NodeJS.ProcessEnv = process.env): Engine {
  return named === 'mysql' || named === 'tidb' ? named : 'mariadb';
}

/** Rejects where no server is there and none can be had. */
export async function startPrivateDatabase(options?: DatabaseOptions, engine = testedEngine()): Promise<PrivateServer> {
  if (engine === 'tidb') return launchTidb(options);
  return launchDatabase(engine === 'mysql' ? join(provideMysql(), 'mysqld') : provide(mariadb), options);
}
export const startPrivateRedis = async (options?: RedisOptions) => launchRedis(provide(redis), options);

/** `signatures`: names by the text they match. Rejects where it is not installed; a single test does not install it. */
export async function startPrivateClamd(options?: { signatures?: Readonly<Record<string, string>> }): Promise<PrivateServer> {
  const command = clamd.find();
  if (!command) throw new Error(`${clamd.name} is missing: ${clamd.hint}`);
  return launchClamd(command, options);
}

export interface Services {
  /** `TEST_DATABASE_URL` (with the right to create databases) and `TEST_REDIS_URL`; of MySQL and TiDB also `TEST_ENGINE`, of MySQL its clients in `PATH`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Stops only what was started here. */
  stop(): Promise<void>;
}

/**
 * The configured service, else a private one: its data is in the folder of temporary files, which may be memory. Where no server is
 * installed, one that runs is used, and else one is installed. @param options.durable the database flushes each commit, for measuring
 */
export async function provideServices({
  environment = process.env,
  engine = testedEngine(environment),
  durable = false,
}: { environment?: NodeJS.ProcessEnv; engine?: Engine; durable?: boolean } = {}): Promise<Services> {
  const kinds = [DATABASES[engine], REDIS];
  const variables = variablesOf(engine, environment);
  const started: PrivateServer[] = [];
  const stop = async () => void (await Promise.all(started.splice(0).map((server) => server.stop())));
  try {
    for (const kind of kinds) {
      const url = await findRunning(kind, environment);
      if (url) variables[kind.variable] = url;
    }
    const missing = kinds.filter(({ variable }) => !variables[variable]);
    installMissing(missing.flatMap(({ programs }) => programs));
    for (const { start, variable } of missing) {
      const server = await start({ durable });
      started.push(server);
      variables[variable] = server.url;
    }
    return { variables, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function variablesOf(engine: Engine, { PATH = '' }: NodeJS.ProcessEnv): Record<string, string> {
  if (engine !== 'mysql') return engine === 'tidb' ? { TEST_ENGINE: engine } : {};
  const folder = provideMysql();
  const path = PATH.split(delimiter).filter((each) => each !== folder);
  return { TEST_ENGINE: engine, PATH: [folder, ...path].join(delimiter) };
}

async function findRunning(kind: ServiceKind, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const given = environment[kind.variable];
  if (given) {
    const reason = await kind.whyNot(given);
    if (reason) throw new Error(`${kind.variable} is not usable: ${reason}`);
    return given;
  }
  if (kind.local === undefined || kind.programs.every((program) => program.find())) return undefined;
  return (await kind.whyNot(kind.local)) === undefined ? kind.local : undefined;
}
