/** Redis as several servers of this machine: a cluster of six, or a primary with a replica and three sentinels. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { launchSentinel } from '../lib/redis.mjs';
import { fixedPort } from './ports.mjs';
import { startPrivateRedis } from '../services.mjs';

const PRIMARIES = 3;
const SLOTS = 16_384;
const SETTLE_MS = 30_000;
export const SENTINEL_NAME = 'harmattan';

/**
 * Three primaries with a replica each. `password`: of clients and nodes; `nodeTimeoutMs`: after which a silent node has failed.
 */
export async function startRedisCluster({ password, nodeTimeoutMs = 1_000 } = {}) {
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

  /** Of the slot of `key`, as the nodes that answer see it. */
  const primaryOf = async (key) => {
    for (const node of nodes) {
      const found = await asking(node, async (redis) => {
        const slot = await redis.cluster('KEYSLOT', key);
        const ranges = await redis.cluster('SLOTS');
        return ranges.find(([first, last]) => first <= slot && slot <= last)?.[2]?.[1];
      }).catch(() => undefined);
      if (found) return nodes.find(({ port }) => port === found);
    }
    throw new Error('no node of the cluster answers');
  };
  return {
    kind: 'cluster',
    url: `redis+cluster://${password ? `:${password}@` : ''}${addresses(nodes)}`,
    nodes,
    primaryOf,
    /** SIGKILL of the primary that has `key`; resolves with it as soon as it has ended. */
    killPrimary: async (key) => {
      const primary = await primaryOf(key);
      await primary.kill();
      return primary;
    },
    /** Resolves when every node that runs has all slots at primaries that run. */
    recovered: () => settled(() => isServing(nodes)),
    stop,
  };
}

/** `password`: of the servers; `sentinelPassword`: of the sentinels; `downAfterMs`: after which a silent primary has failed. */
export async function startRedisSentinel({ password, sentinelPassword, downAfterMs = 1_000 } = {}) {
  const started = [];
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
    await settled(() => asking(second, async (redis) => (await redis.info('replication')).includes('master_link_status:up')));
    const watched = { name: SENTINEL_NAME, primaryPort: first.port, quorum: 2, downAfterMs, password, sentinelPassword };
    const sentinels = await startAll(3, async () => launchSentinel({ ...watched, port: await fixedPort() }));
    started.push(...sentinels);
    await settled(async () => (await Promise.all(sentinels.map(seesAll))).every(Boolean));

    const primaryPort = () => asking(sentinels[0], (redis) => redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', SENTINEL_NAME));
    const primary = async () => {
      const [, port] = await primaryPort();
      return [first, second].find((server) => String(server.port) === port);
    };
    const query = sentinelPassword ? `?sentinelPassword=${encodeURIComponent(sentinelPassword)}` : '';
    return {
      kind: 'sentinel',
      url: `redis+sentinel://${password ? `:${password}@` : ''}${addresses(sentinels)}/${SENTINEL_NAME}${query}`,
      servers: [first, second],
      sentinels,
      primary,
      /** SIGKILL of the primary; resolves with it as soon as it has ended. */
      killPrimary: async () => {
        const server = await primary();
        await server.kill();
        return server;
      },
      /** Resolves when the sentinels name a primary that takes writes. */
      recovered: () =>
        settled(async () => {
          const server = await primary();
          return asking(server, async (redis) => (await redis.role())[0] === 'master');
        }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const addresses = (servers) => servers.map(({ port }) => `127.0.0.1:${port}`).join(',');

/** Stops those that started where one does not. */
async function startAll(count, start) {
  const results = await Promise.allSettled(Array.from({ length: count }, start));
  const servers = results.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const failed = results.find(({ status }) => status === 'rejected');
  if (!failed) return servers;
  await stopAll(servers);
  throw failed.reason;
}

async function stopAll(servers) {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
}

async function formCluster(nodes) {
  const primaries = nodes.slice(0, PRIMARIES);
  const clients = nodes.map(connectTo);
  try {
    for (const [index, client] of clients.entries()) await client.cluster('SET-CONFIG-EPOCH', index + 1);
    const bounds = Array.from({ length: PRIMARIES + 1 }, (_, index) => Math.floor((SLOTS * index) / PRIMARIES));
    for (const index of primaries.keys())
      await clients[index].call('CLUSTER', 'ADDSLOTSRANGE', bounds[index], bounds[index + 1] - 1);
    for (const node of nodes.slice(1)) await clients[0].call('CLUSTER', 'MEET', '127.0.0.1', node.port, await busPort(node));
    await settled(async () => (await Promise.all(clients.map(known))).every((count) => count === nodes.length));
    for (const [index, client] of clients.slice(PRIMARIES).entries())
      await client.cluster('REPLICATE', await clients[index].cluster('MYID'));
  } finally {
    for (const client of clients) client.disconnect();
  }
  await settled(
    async () => (await isServing(nodes)) && (await Promise.all(nodes.slice(PRIMARIES).map(hasPrimary))).every(Boolean),
  );
}

const busPort = async (node) => (await asking(node, (redis) => redis.config('GET', 'cluster-port')))[1];
const known = async (client) =>
  (await client.cluster('NODES'))
    .trim()
    .split('\n')
    .filter((line) => line.includes('connected')).length;
const hasPrimary = (node) => asking(node, async (redis) => (await redis.info('replication')).includes('master_link_status:up'));

/** Whether every node that runs has all slots at primaries that run. */
async function isServing(nodes) {
  const views = await Promise.all(nodes.map((node) => asking(node, view).catch(() => undefined)));
  const running = nodes.filter((_, index) => views[index]).map(({ port }) => port);
  return (
    running.length > 0 &&
    views.filter(Boolean).every(({ ok, primaries }) => ok && primaries.every((port) => running.includes(port)))
  );
}

async function view(redis) {
  const ranges = await redis.cluster('SLOTS');
  return { ok: (await redis.cluster('INFO')).includes('cluster_state:ok'), primaries: ranges.map(([, , [, port]]) => port) };
}

/** Whether it knows the replica and the two other sentinels. */
function seesAll(sentinel) {
  return asking(sentinel, async (redis) => {
    const state = await redis.call('SENTINEL', 'MASTER', SENTINEL_NAME);
    const value = (name) => state[state.indexOf(name) + 1];
    return value('num-slaves') === '1' && value('num-other-sentinels') === '2' && value('flags') === 'master';
  });
}

function connectTo(server) {
  const client = new Redis(server.url, { retryStrategy: () => null, connectTimeout: 2_000, commandTimeout: 2_000 });
  client.on('error', () => undefined);
  return client;
}

async function asking(server, ask) {
  const client = connectTo(server);
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

async function settled(condition) {
  const end = Date.now() + SETTLE_MS;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > end) throw new Error(`not settled after ${SETTLE_MS / 1000} s: ${condition}`);
    await sleep(50);
  }
}
