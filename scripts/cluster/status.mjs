/** The table of `npm run cluster`: every part with its address and how it is. */
import pc from 'picocolors';
import { table } from './table.mjs';
import { isOk } from './service.mjs';

/** @returns {Promise<string>} */
export async function statusTable(cluster) {
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
  rows.push(['Redis', redis.kind ?? 'single', redis.url, '']);
  return table(['Part', 'Name', 'Address', 'State'], rows);
}

function count(states) {
  return [...states.values()].filter(({ status }) => status.startsWith('UP')).length;
}

function through({ status, current, total } = { status: 'unknown' }) {
  const isUp = status.startsWith('UP');
  return `${isUp ? pc.green('up') : pc.red(status.toLowerCase())}, ${current ?? 0} requests now, ${total ?? 0} so far`;
}
