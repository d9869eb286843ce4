/** One process of TiDB with its embedded store. There is none to take over from it, and no way to lose a part of it. */
import { tidbSpec } from '../servers/tidb.js';
import { DatabaseNode } from './database-node.js';
import type { Databases } from './databases.js';

/** @throws NotToBeHad where TiDB cannot be built */
export async function startTidb(): Promise<Databases> {
  const node = await new DatabaseNode(await tidbSpec({ durable: true })).start();
  return {
    kind: 'tidb',
    nodes: [node],
    replicaUrls: [],
    healthOf: ({ url }) => ({ url, sql: 'SELECT 1', wanted: '1' }),
    isMember: () => node.query('SELECT 1').then(Boolean, () => false),
    describe: async () => (await node.query<{ version: string }>('SELECT VERSION() AS version'))[0]!.version,
    stop: () => node.stop(),
  };
}
