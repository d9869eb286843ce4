/** MySQL and Redis for the tests: the configured ones, else running ones, else private ones that are stopped afterwards. */
import { launchClamd } from './clamd.js';
import { launchMariadb, type MariadbOptions, whyNotMysql } from './mariadb.js';
import type { PrivateServer } from './private-server.js';
import { clamd, installMissing, mysql, type Program, provide, redis } from './programs.js';
import { launchRedis, type RedisOptions, whyNotRedis } from './redis.js';

interface ServiceKind {
  readonly program: Program;
  readonly variable: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL';
  readonly local: string;
  readonly whyNot: (url: string) => Promise<string | undefined>;
  readonly launch: (command: string) => Promise<PrivateServer>;
}

const KINDS: readonly ServiceKind[] = [
  {
    program: mysql,
    variable: 'TEST_DATABASE_URL',
    local: 'mysql://root@127.0.0.1:3306',
    whyNot: whyNotMysql,
    launch: launchMariadb,
  },
  { program: redis, variable: 'TEST_REDIS_URL', local: 'redis://127.0.0.1:6379', whyNot: whyNotRedis, launch: launchRedis },
];

/** Rejects where no server is installed and none can be. */
export const startPrivateMariadb = async (options?: MariadbOptions) => launchMariadb(provide(mysql), options);
export const startPrivateRedis = async (options?: RedisOptions) => launchRedis(provide(redis), options);

/** `signatures`: names by the text they match. Rejects where it is not installed; a single test does not install it. */
export async function startPrivateClamd(options?: { signatures?: Readonly<Record<string, string>> }): Promise<PrivateServer> {
  const command = clamd.find();
  if (!command) throw new Error(`${clamd.name} is missing: ${clamd.hint}`);
  return launchClamd(command, options);
}

export interface Services {
  /** `TEST_DATABASE_URL` (with the right to create databases) and `TEST_REDIS_URL`. */
  readonly variables: Readonly<Record<ServiceKind['variable'], string>>;
  /** Stops only what was started here. */
  stop(): Promise<void>;
}

/** Finds or starts both services. HARMATTAN_SERVICES=private ignores running services. */
export async function provideServices(environment: NodeJS.ProcessEnv = process.env): Promise<Services> {
  const variables: Partial<Record<ServiceKind['variable'], string>> = {};
  const started: PrivateServer[] = [];
  const stop = async () => void (await Promise.all(started.splice(0).map((server) => server.stop())));
  try {
    for (const kind of KINDS) {
      const url = await findRunning(kind, environment);
      if (url) variables[kind.variable] = url;
    }
    const missing = KINDS.filter(({ variable }) => !variables[variable]);
    installMissing(missing.map(({ program }) => program));
    for (const { launch, program, variable } of missing) {
      const server = await launch(provide(program));
      started.push(server);
      variables[variable] = server.url;
    }
    return { variables: variables as Services['variables'], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findRunning(kind: ServiceKind, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const given = environment[kind.variable];
  if (given) {
    const reason = await kind.whyNot(given);
    if (reason) throw new Error(`${kind.variable} is not usable: ${reason}`);
    return given;
  }
  if (environment.HARMATTAN_SERVICES === 'private') return undefined;
  return (await kind.whyNot(kind.local)) === undefined ? kind.local : undefined;
}
