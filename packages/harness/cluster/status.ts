/** The table of `npm run cluster`: every part with its address and how it is. */
import pc from 'picocolors';
import { table } from '../table.js';
import type { Cluster } from './cluster.js';
import type { ServerState } from './haproxy.js';
import { isOk } from '../servers/processes.js';

export async function statusTable(cluster: Cluster): Promise<string> {
  const { database, databaseProxy, proxy, redis, service } = cluster;
  const [writer, seen, served] = [await cluster.writer(), await databaseProxy.states(), await proxy.states()];
  const rows = [['HAProxy', 'api', cluster.origin, `${count(served)} of ${served.size} processes take requests`]];
  for (const { name, url } of service.api) rows.push(['api', name, url, through(served.get(name))]);
  for (const { name, url } of service.workers)
    rows.push(['worker', name, url, (await isOk(`${url}/readyz`)) ? pc.green('works') : pc.red('not ready')]);
  rows.push(['HAProxy', 'database', cluster.databaseUrl, `${count(seen)} of ${seen.size} nodes can be written to`]);
  for (const node of database.nodes) {
    const role = node === writer ? pc.bold('writer') : 'waits';
    const isUp = seen.get(node.name)?.status.startsWith('UP');
    const state = `${isUp ? pc.green('up') : pc.red('down')}, ${isUp ? `${role}, ` : ''}${await database.describe(node)}`;
    rows.push([database.kind, node.name, node.url, state]);
  }
  rows.push(['Redis', 'kind' in redis ? redis.kind : 'single', redis.url, '']);
  return table(['Part', 'Name', 'Address', 'State'], rows);
}

function count(states: ReadonlyMap<string, ServerState>): number {
  return [...states.values()].filter(({ status }) => status.startsWith('UP')).length;
}

function through(state: ServerState | undefined): string {
  if (!state) return pc.red('unknown');
  const { status, current, total } = state;
  const isUp = status.startsWith('UP');
  return `${isUp ? pc.green('up') : pc.red(status.toLowerCase())}, ${current} requests now, ${total} so far`;
}
