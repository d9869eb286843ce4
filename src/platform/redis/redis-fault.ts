import { Redis, type RedisOptions } from 'ioredis';
import { type RedisAddress, redisAddress } from './redis-address.js';

const PROBE_MS = 5_000;
const REFUSED = /NOAUTH|WRONGPASS|invalid password|no password is set/i;

/** Why nobody can work with the Redis of a valid REDIS_URL, as a sentence that says what to do. */
export async function redisFault(url: string): Promise<string | undefined> {
  const address = redisAddress(url);
  if (address.kind === 'server') return serverFault(address.options, address.at);
  return address.kind === 'sentinel' ? sentinelFault(address) : clusterFault(address);
}

async function serverFault(options: RedisOptions, at: string): Promise<string | undefined> {
  const { answer, problem } = await asked(options, (redis) => redis.info());
  if (problem) return accessFault(`Redis at ${at}`, problem, 'correct it in REDIS_URL');
  if (answer!.includes('cluster_enabled:1'))
    return `Redis at ${at} belongs to a cluster: give its nodes as redis+cluster:// in REDIS_URL.`;
  if (answer!.includes('role:slave'))
    return `Redis at ${at} is a replica, which takes no writes: give its primary, or its sentinels, in REDIS_URL.`;
  return undefined;
}

async function sentinelFault({ at, sentinels, options }: RedisAddress & { kind: 'sentinel' }): Promise<string | undefined> {
  const { name, sentinelUsername, sentinelPassword, sentinelTLS } = options;
  const { username, password, tls, db } = options;
  const access = {
    ...(sentinelUsername ? { username: sentinelUsername } : {}),
    ...(sentinelPassword ? { password: sentinelPassword } : {}),
    ...(sentinelTLS ? { tls: sentinelTLS } : {}),
  };
  let fault: string | undefined;
  for (const sentinel of sentinels) {
    const { answer, problem } = await asked({ ...sentinel, ...access }, (redis) =>
      redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name!),
    );
    if (problem) fault ??= accessFault(`No sentinel at ${at}`, problem, 'give it as ?sentinelPassword=… in REDIS_URL');
    else if (answer === null) fault = `The sentinels at ${at} know no ${name}: correct the name in REDIS_URL.`;
    else {
      const [host, port] = answer as [string, string];
      const primary = { host, port: Number(port), ...(username ? { username } : {}), ...(password ? { password } : {}) };
      return serverFault({ ...primary, ...(tls ? { tls } : {}), db: db ?? 0 }, `${host}:${port}`);
    }
  }
  return fault;
}

async function clusterFault({ at, nodes, options }: RedisAddress & { kind: 'cluster' }): Promise<string | undefined> {
  let fault: string | undefined;
  for (const node of nodes) {
    const { answer, problem } = await asked({ ...options, ...node }, (redis) => redis.cluster('INFO'));
    if (answer?.includes('cluster_state:ok')) return undefined;
    if (answer) fault = `The Redis cluster at ${at} is down, because slots have no primary: bring its nodes back.`;
    else if (/cluster support disabled/i.test(problem!.message))
      return `Redis at ${node.host}:${node.port} is no cluster: give it as redis:// in REDIS_URL.`;
    else fault ??= accessFault(`No node of the Redis cluster at ${at}`, problem!, 'correct it in REDIS_URL');
  }
  return fault;
}

function accessFault(whom: string, problem: NodeJS.ErrnoException, password: string): string {
  const none = whom.startsWith('No ');
  if (REFUSED.test(problem.message)) return `${whom} ${none ? 'accepts' : 'refuses'} the password: ${password}.`;
  const answers = none ? 'answers' : 'does not answer';
  return `${whom} ${answers} (${problem.code ?? problem.message}): start it, or correct REDIS_URL.`;
}

interface Asked<T> {
  readonly answer?: T;
  readonly problem?: NodeJS.ErrnoException;
}

async function asked<T>(options: RedisOptions, ask: (redis: Redis) => Promise<T>): Promise<Asked<T>> {
  let reason: NodeJS.ErrnoException | undefined;
  const client = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: PROBE_MS,
    commandTimeout: PROBE_MS,
    retryStrategy: () => null,
  });
  client.on('error', (error: NodeJS.ErrnoException) => (reason = error));
  try {
    await client.connect();
    return { answer: await ask(client) };
  } catch (error) {
    const given = error as NodeJS.ErrnoException;
    return { problem: REFUSED.test(given.message) ? given : (reason ?? given) };
  } finally {
    client.disconnect();
  }
}
