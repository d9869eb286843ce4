/** Redis as several servers of this machine: a cluster of six, or a primary with a replica and three sentinels. */
import { Redis } from 'ioredis';
import { fixedPort } from '../servers/ports.js';
import type { PrivateServer } from '../servers/private-server.js';
import { provide, redis as program } from '../servers/programs.js';
import { launchSentinel } from '../servers/redis.js';
import { startPrivateRedis } from '../servers/services.js';
import { until } from '../until.js';

const PRIMARIES = 3;
const SLOTS = 16_384;
const SETTLE_MS = 30_000;
const LOOK_EVERY_MS = 50;
export const SENTINEL_NAME = 'harmattan';

export interface RedisServers {
  /** For REDIS_URL. */
  readonly url: string;
  /** SIGKILL of the primary, of a cluster that of `key`; resolves with it as soon as it has ended. */
  killPrimary(key: string): Promise<PrivateServer>;
  /** Resolves when all is served by servers that run. @throws Error after 30 s */
  recovered(): Promise<void>;
  /** Stops every server and removes its data. */
  stop(): Promise<void>;
}

export interface RedisCluster extends RedisServers {
  readonly kind: 'cluster';
  /** Three primaries, then their replicas, as they were at the start. */
  readonly nodes: readonly PrivateServer[];
  /** Serves the slot of `key`, as nodes that answer see it. */
  primaryOf(key: string): Promise<PrivateServer>;
}

export interface RedisSentinel extends RedisServers {
  readonly kind: 'sentinel';
  readonly servers: readonly PrivateServer[];
  readonly sentinels: readonly PrivateServer[];
  primary(): Promise<PrivateServer>;
}

interface ClusterOptions {
  /** Also between nodes. */
  readonly password?: string;
  /** After which a silent node has failed. */
  readonly nodeTimeoutMs?: number;
}

interface SentinelOptions {
  /** For servers. */
  readonly password?: string;
  readonly sentinelPassword?: string;
  /** After which a silent primary has failed. */
  readonly downAfterMs?: number;
}

/** Three primaries with a replica each. Rejects where no Redis is installed and none can be. */
export async function startRedisCluster({ password, nodeTimeoutMs = 1_000 }: ClusterOptions = {}): Promise<RedisCluster> {
  const nodes = await startAll(PRIMARIES * 2, async () => {
    const settings = {
      'cluster-enabled': 'yes',
      'cluster-port': await fixedPort(),
      'cluster-node-timeout': nodeTimeoutMs,
      'cluster-replica-validity-factor': 0,
      'repl-diskless-sync-delay': 0,
    };
    return startPrivateRedis({ password, settings, port: await fixedPort() });
  });
  const stop = () => stopAll(nodes);
  try {
    await formCluster(nodes);
  } catch (error) {
    await stop();
    throw error;
  }

  const primaryOf = async (key: string) => {
    for (const node of nodes) {
      const port = await asking(node, (redis) => portOf(redis, key)).catch(() => undefined);
      const primary = nodes.find((each) => each.port === port);
      if (primary) return primary;
    }
    throw new Error('no node of the cluster answers');
  };
  return {
    kind: 'cluster',
    url: `redis+cluster://${password ? `:${password}@` : ''}${addresses(nodes)}`,
    nodes,
    primaryOf,
    killPrimary: async (key) => {
      const primary = await primaryOf(key);
      await primary.kill();
      return primary;
    },
    recovered: () => eventually('every node that runs has all slots at primaries that run', () => isServing(nodes)),
    stop,
  };
}

export async function startRedisSentinel(options: SentinelOptions = {}): Promise<RedisSentinel> {
  const { password, sentinelPassword, downAfterMs = 1_000 } = options;
  const started: PrivateServer[] = [];
  const stop = () => stopAll(started);
  try {
    const settings = { 'repl-diskless-sync-delay': 0 };
    const first = await startPrivateRedis({ password, settings, port: await fixedPort() });
    started.push(first);
    const second = await startPrivateRedis({
      password,
      settings: { ...settings, replicaof: `127.0.0.1 ${first.port}` },
      port: await fixedPort(),
    });
    started.push(second);
    await eventually('the replica follows', () => hasPrimary(second));
    const watched = { name: SENTINEL_NAME, primaryPort: first.port, quorum: 2, downAfterMs, password, sentinelPassword };
    const command = provide(program);
    const sentinels = await startAll(3, async () => launchSentinel(command, { ...watched, port: await fixedPort() }));
    started.push(...sentinels);
    await eventually('the sentinels know each other', async () => (await Promise.all(sentinels.map(seesAll))).every(Boolean));

    const primary = async () => {
      const port = await asking(sentinels[0]!, async (redis) => {
        const address = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', SENTINEL_NAME)) as [string, string];
        return Number(address[1]);
      });
      return port === first.port ? first : second;
    };
    const query = sentinelPassword ? `?sentinelPassword=${encodeURIComponent(sentinelPassword)}` : '';
    return {
      kind: 'sentinel',
      url: `redis+sentinel://${password ? `:${password}@` : ''}${addresses(sentinels)}/${SENTINEL_NAME}${query}`,
      servers: [first, second],
      sentinels,
      primary,
      killPrimary: async () => {
        const server = await primary();
        await server.kill();
        return server;
      },
      recovered: () =>
        eventually('the sentinels name a primary that takes writes', async () =>
          asking(await primary(), async (redis) => (await redis.role())[0] === 'master'),
        ),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addresses = (servers: readonly PrivateServer[]) => servers.map(({ port }) => `127.0.0.1:${port}`).join(',');

/** Stops those that started where one does not. */
async function startAll(count: number, start: () => Promise<PrivateServer>): Promise<PrivateServer[]> {
  const results = await Promise.allSettled(Array.from({ length: count }, start));
  const servers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return servers;
  await stopAll(servers);
  throw failed.reason;
}

async function stopAll(servers: PrivateServer[]): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
}

async function formCluster(nodes: readonly PrivateServer[]): Promise<void> {
  const clients = nodes.map(connectTo);
  const replicas = nodes.slice(PRIMARIES);
  try {
    for (const [index, client] of clients.entries()) await client.cluster('SET-CONFIG-EPOCH', index + 1);
    const bound = (index: number) => Math.floor((SLOTS * index) / PRIMARIES);
    for (const [index, client] of clients.slice(0, PRIMARIES).entries())
      await client.call('CLUSTER', 'ADDSLOTSRANGE', bound(index), bound(index + 1) - 1);
    for (const node of nodes.slice(1)) await clients[0]!.call('CLUSTER', 'MEET', '127.0.0.1', node.port, await busPort(node));
    await eventually('the nodes know each other', async () =>
      (await Promise.all(clients.map(known))).every((count) => count === nodes.length),
    );
    for (const [index, client] of clients.slice(PRIMARIES).entries())
      await client.cluster('REPLICATE', await clients[index]!.cluster('MYID'));
  } finally {
    for (const client of clients) client.disconnect();
  }
  await eventually(
    'all slots have a primary with a replica',
    async () => (await isServing(nodes)) && (await Promise.all(replicas.map(hasPrimary))).every(Boolean),
  );
}

const busPort = (node: PrivateServer) =>
  asking(node, async (redis) => ((await redis.config('GET', 'cluster-port')) as [string, string])[1]);
const known = async (client: Redis) =>
  ((await client.cluster('NODES')) as string)
    .trim()
    .split('\n')
    .filter((line) => line.includes('connected')).length;
const hasPrimary = (node: PrivateServer) =>
  asking(node, async (redis) => (await redis.info('replication')).includes('master_link_status:up'));

type SlotRange = [first: number, last: number, primary: [host: string, port: number]];
const slotsOf = async (redis: Redis) => (await redis.cluster('SLOTS')) as unknown as SlotRange[];

async function portOf(redis: Redis, key: string): Promise<number | undefined> {
  const slot = await redis.cluster('KEYSLOT', key);
  const range = (await slotsOf(redis)).find(([first, last]) => first <= slot && slot <= last);
  return range?.[2][1];
}

/** Whether every node that runs has all slots at primaries that run. */
async function isServing(nodes: readonly PrivateServer[]): Promise<boolean> {
  const views = await Promise.all(nodes.map((node) => asking(node, view).catch(() => undefined)));
  const running = nodes.filter((_, index) => views[index]).map(({ port }) => port);
  const answered = views.filter((each) => each !== undefined);
  return running.length > 0 && answered.every(({ ok, primaries }) => ok && primaries.every((port) => running.includes(port)));
}

async function view(redis: Redis): Promise<{ ok: boolean; primaries: number[] }> {
  const primaries = (await slotsOf(redis)).map(([, , [, port]]) => port);
  return { ok: (await redis.cluster('INFO')).includes('cluster_state:ok'), primaries };
}

/** Whether it knows the replica and the two other sentinels. */
function seesAll(sentinel: PrivateServer): Promise<boolean> {
  return asking(sentinel, async (redis) => {
    const state = (await redis.call('SENTINEL', 'MASTER', SENTINEL_NAME)) as string[];
    const value = (name: string) => state[state.indexOf(name) + 1];
    return value('num-slaves') === '1' && value('num-other-sentinels') === '2' && value('flags') === 'master';
  });
}

function connectTo(server: PrivateServer): Redis {
  const client = new Redis(server.url, { retryStrategy: () => null, connectTimeout: 2_000, commandTimeout: 2_000 });
  client.on('error', () => undefined);
  return client;
}

async function asking<T>(server: PrivateServer, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const client = connectTo(server);
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

function eventually(what: string, condition: () => Promise<boolean>): Promise<void> {
  return until(what, condition, SETTLE_MS, LOOK_EVERY_MS);
}
