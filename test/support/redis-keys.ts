import { Cluster } from 'ioredis';
import { becomesReady, openRedis, type RedisClient } from '../../src/platform/redis/redis.js';

/** Keys on all nodes. */
export async function keysOf(client: RedisClient, pattern: string): Promise<string[]> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client];
  const keys: string[] = [];
  for (const node of nodes)
    for await (const page of node.scanStream({ match: pattern, count: 500 }) as AsyncIterable<string[]>) keys.push(...page);
  return keys;
}

export async function removeKeys(client: RedisClient, pattern: string): Promise<void> {
  await Promise.all((await keysOf(client, pattern)).map((key) => client.unlink(key)));
}

/** Removes keys of an installation or a test, which have its prefix in their names. */
export async function dropKeys(url: string, prefix: string): Promise<void> {
  const client = openRedis(url, {});
  await becomesReady(client);
  await removeKeys(client, `*${prefix}*`);
  client.disconnect();
}
