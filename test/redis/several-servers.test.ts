import { randomBytes } from 'node:crypto';
import BullQueue from 'bull';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRedisCluster, startRedisSentinel } from '../../packages/harness/cluster/redis-servers.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { RedisCacheInvalidator } from '../../src/contexts/sign-in/adapters/invalidating-cache.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { RateLimits } from '../../src/platform/http/rate-limits.js';
import { RedisReplayGuard } from '../../src/platform/http/replay-guard.js';
import { RedisProviderHealth } from '../../src/platform/providers/provider-health.js';
import { BullConnections } from '../../src/platform/queue/bull-connections.js';
import { BullJobNotifier } from '../../src/platform/queue/bull-job-notifier.js';
import { bullPrefix } from '../../src/platform/queue/bull-queue.module.js';
import { RedisConnection } from '../../src/platform/redis/redis.js';
import { isRedisAway } from '../../src/platform/redis/redis-away.js';
import { redisFault } from '../../src/platform/redis/redis-fault.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { until } from '../support/until.js';

interface Servers {
  readonly url: string;
  /** The primary that has this key. */
  primaryOf(key: string): Promise<PrivateServer>;
  recovered(): Promise<void>;
  stop(): Promise<void>;
}

const KINDS: readonly [string, () => Promise<Servers>][] = [
  ['Redis Cluster', () => startRedisCluster({ password: 'between-services' })],
  [
    'Redis with Sentinel',
    async () => {
      const servers = await startRedisSentinel({ password: 'between-services', sentinelPassword: 'between-sentinels' });
      return { ...servers, primaryOf: () => servers.primary() };
    },
  ],
];

describe.each(KINDS)('%s', (_, start) => {
  const prefix = `test_${randomBytes(4).toString('hex')}`;
  const signature = () => randomBytes(64).toString('hex');
  const opened: { close(): unknown }[] = [];
  let servers: Servers;
  let one: RedisConnection;
  let two: RedisConnection;

  const connect = async () => {
    const connection = new RedisConnection(servers.url, prefix);
    opened.push(connection);
    await connection.ready();
    return connection;
  };
  const invalidator = (connection: RedisConnection) => {
    const made = new RedisCacheInvalidator(connection);
    opened.push({ close: () => made.onApplicationShutdown() });
    return made;
  };
  const notifier = () => {
    const connections = new BullConnections(servers.url);
    const queue = new BullQueue('jobs', {
      prefix: bullPrefix(prefix),
      createClient: connections.open,
      settings: { retryProcessDelay: 1_000 },
    });
    const made = new BullJobNotifier(queue, connections, new Log({ LOG_LEVEL: 'silent' }));
    opened.push({ close: () => made.stop().then(() => made.close()) });
    return made;
  };

  beforeAll(async () => {
    servers = await start();
    one = await connect();
    two = await connect();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) if (each !== one && each !== two) await each.close();
  });
  afterAll(async () => {
    one.close();
    two.close();
    await servers.stop();
  });

  it('counts limits over processes', async () => {
    const [here, there] = [new RateLimits(1, one), new RateLimits(1, two)];
    const who = signature();
    for (const limits of [here, there, here, there, here]) await limits.consume('codes', who, {});
    await expect(there.consume('codes', who, {})).rejects.toMatchObject({ failure: 'edge.too_many' });
  });

  it('refuses the signature that another process saw', async () => {
    const [here, there] = [new RedisReplayGuard(one, 660), new RedisReplayGuard(two, 660)];
    const signatures = Array.from({ length: 30 }, signature);
    for (const each of signatures) expect(await here.firstUse(each)).toBe(true);
    for (const each of signatures) expect(await there.firstUse(each)).toBe(false);
  });

  it('sets a provider aside for all processes', async () => {
    const [here, there] = [new RedisProviderHealth(one, new SystemClock()), new RedisProviderHealth(two, new SystemClock())];
    for (let failures = 0; failures < 5; failures++) await here.failed('biller');
    expect(await there.allows('biller')).toBe(false);
    await there.succeeded('biller');
    expect(await here.allows('biller')).toBe(true);
  });

  it('brings an invalidation to another process', async () => {
    const [here, there] = [invalidator(one), invalidator(two)];
    const invalidated: string[] = [];
    there.addListener({ invalidate: (keys) => invalidated.push(...keys), invalidateAll: () => undefined });
    await until(() => here.isConnected && there.isConnected);
    await here.publish(['session:1', 'session:2']);
    await until(() => invalidated.length === 2);
    expect(invalidated).toEqual(['session:1', 'session:2']);
  });

  it('brings the hint of a job to another process', async () => {
    const taken: string[] = [];
    const [adder, worker] = [notifier(), notifier()];
    worker.listen(({ name }) => taken.push(name));
    await adder.ping();
    adder.notify({ name: 'mail', dueAt: 1 });
    await until(() => taken.length > 0);
    expect(taken).toEqual(['mail']);
  });

  it('keeps nothing in a key that a cluster would put elsewhere than on one server', async () => {
    await one.client.set(one.key('ledger-head'), 'head');
    expect(await two.client.get(`${prefix}:ledger-head`)).toBe('head');
  });

  it.each<[string, (server: PrivateServer) => Promise<void>, (server: PrivateServer) => Promise<unknown>]>([
    ['is killed', (server) => server.kill(), (server) => server.restart()],
    ['hangs', (server) => server.freeze(), async (server) => server.thaw()],
  ])('goes on when a primary %s, and names every failure until then as Redis that is away', async (_event, hurt, heal) => {
    const guard = new RedisReplayGuard(two, 660);
    const [here, there] = [invalidator(one), invalidator(two)];
    const invalidated = new Set<string>();
    there.addListener({
      invalidate: (keys) => keys.forEach((key) => invalidated.add(key)),
      // After a silence that hid messages.
      invalidateAll: () => invalidated.add('session:after'),
    });
    const [adder, worker] = [notifier(), notifier()];
    const taken = new Set<string>();
    worker.listen(({ name }) => taken.add(name));
    adder.notify({ name: 'before', dueAt: 1 });
    await until(() => here.isConnected && there.isConnected && taken.has('before'));
    const seen = signature();
    expect(await guard.firstUse(seen)).toBe(true);
    // All of these keys are of the primary that is hurt.
    const key = one.key('probe');
    await one.client.set(key, 'before');
    await until(async () => (await one.client.wait(1, 100)) >= 0);

    const primary = await servers.primaryOf(key);
    const failures: unknown[] = [];
    let isBack = false;
    await hurt(primary);
    while (!isBack) {
      await one.client.set(key, 'during').then(
        () => (isBack = true),
        (error: unknown) => failures.push(error),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !isRedisAway(error))).toEqual([]);

    const limits = new RateLimits(1, one);
    await limits.consume('codes', signature(), {});
    await until(() =>
      guard.firstUse(seen).then(
        (isFirst) => !isFirst,
        () => false,
      ),
    );
    await until(() => here.isConnected && there.isConnected);
    invalidated.clear();
    await here.publish(['session:after']);
    await until(() => invalidated.has('session:after'));
    await until(async () => {
      adder.notify({ name: 'after', dueAt: 1 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return taken.has('after');
    });
    await heal(primary);
    await servers.recovered();
  });
});

describe('redisFault with several servers', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  let sentinel: Awaited<ReturnType<typeof startRedisSentinel>>;
  const host = (server: PrivateServer) => `127.0.0.1:${server.port}`;
  beforeAll(async () => {
    [cluster, sentinel] = await Promise.all([
      startRedisCluster({ password: 'right' }),
      startRedisSentinel({ password: 'right', sentinelPassword: 'theirs' }),
    ]);
  });
  afterAll(() => Promise.all([cluster.stop(), sentinel.stop()]));

  it('is none for what is right', async () => {
    expect(await redisFault(cluster.url)).toBeUndefined();
    expect(await redisFault(sentinel.url)).toBeUndefined();
  });

  it('names a wrong password and whose it is', async () => {
    expect(await redisFault(cluster.url.replace('right', 'wrong'))).toMatch(
      /^No node of the Redis cluster at .+ accepts the password: correct it in REDIS_URL\.$/,
    );
    expect(await redisFault(sentinel.url.replace('right', 'wrong'))).toMatch(
      /^Redis at 127\.0\.0\.1:\d+ refuses the password: correct it in REDIS_URL\.$/,
    );
    expect(await redisFault(sentinel.url.replace(/\?.*/, ''))).toMatch(
      /^No sentinel at .+ accepts the password: give it as \?sentinelPassword=… in REDIS_URL\.$/,
    );
  });

  it('names sentinels that do not know the primary', async () =>
    expect(await redisFault(sentinel.url.replace('/harmattan?', '/another?'))).toMatch(
      /^The sentinels at .+ know no another: correct the name in REDIS_URL\.$/,
    ));

  it('names what is no cluster, and what is one', async () => {
    const [primary, replica] = sentinel.servers as [PrivateServer, PrivateServer];
    expect(await redisFault(`redis+cluster://:right@${host(primary)}`)).toBe(
      `Redis at ${host(primary)} is no cluster: give it as redis:// in REDIS_URL.`,
    );
    expect(await redisFault(`redis://:right@${host(cluster.nodes[0]!)}`)).toBe(
      `Redis at ${host(cluster.nodes[0]!)} belongs to a cluster: give its nodes as redis+cluster:// in REDIS_URL.`,
    );
    expect(await redisFault(`redis://:right@${host(replica)}`)).toBe(
      `Redis at ${host(replica)} is a replica, which takes no writes: give its primary, or its sentinels, in REDIS_URL.`,
    );
  });

  it('names a cluster whose slots have no primary', async () => {
    for (const node of cluster.nodes.slice(0, 2)) await node.kill();
    const survivor = host(cluster.nodes[2]!);
    await until(async () => (await redisFault(`redis+cluster://:right@${survivor}`)) !== undefined);
    expect(await redisFault(`redis+cluster://:right@${survivor}`)).toBe(
      `The Redis cluster at ${survivor} is down, because slots have no primary: bring its nodes back.`,
    );
  });
});
