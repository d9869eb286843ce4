import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { install } from '../installation.js';
import { load, measure, type Measured } from '../load.js';
import { readOptions } from '../options.js';
import { numaryPeer, type NumaryPlace } from './numary.js';
import { ordinaryPeer, servicePeer } from './ours.js';
import type { Books, Peer } from './peers.js';

/** `npm run bench -- peers`: the same transfers through ledgers of others, and what is left of them after a kill under load. */
const options = readOptions({
  seconds: { type: 'string', default: '5' },
  'warm-up': { type: 'string', default: '4' },
  users: { type: 'string', default: '400' },
  connections: { type: 'string', default: '64' },
});
const durationMs = Number(options.seconds) * 1_000;
const warmUpMs = Number(options['warm-up']) * 1_000;
const connections = Number(options.connections);
const place = await install('mysql', Number(options.users));
const database = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
const lines: string[] = [];

try {
  const numary = await numaryPeer(JSON.parse(process.env['BENCH_PEERS']!) as NumaryPlace, Number(options.users));
  for (const peer of [ordinaryPeer(place, database), servicePeer(place, database), numary]) await measurePeer(peer);
} finally {
  await database.destroy();
  await place.remove();
}
console.log(
  [
    '| ledger | load | per second | p50 ms | p99 ms | p99.9 ms | its CPU µs | database CPU µs | not 2xx |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --: |',
    ...lines.filter((line) => line.startsWith('|')),
    '',
    ...lines.filter((line) => !line.startsWith('|')),
  ].join('\n'),
);

async function measurePeer(peer: Peer): Promise<void> {
  for (const hot of [false, true]) {
    const service = await peer.start();
    process.stderr.write(`${peer.name}, ${hot ? 'one receiver' : 'uniform'}\n`);
    const count = Math.ceil((peer.most * (durationMs + warmUpMs)) / 1_000);
    const order = { origin: service.origin, connections, warmUpMs, durationMs, count, plan: peer.plan(`p${Date.now()}-`, hot) };
    const result = await measure(order, [service.pid], peer.databasePid === undefined ? [] : [peer.databasePid]);
    lines.push(rowOf(peer.name, hot ? 'one receiver' : 'uniform', result));
    if (result.bad > 0) process.stderr.write(`  ${result.sample}\n`);
    await service.stop();
  }
  lines.push(await killed(peer));
}

/** Killed at full load, looked at before it starts again and after it. */
async function killed(peer: Peer): Promise<string> {
  const service = await peer.start();
  const mark = `k${Date.now()}-`;
  const plan = peer.plan(mark, false);
  const count = Math.ceil((peer.most * (durationMs + warmUpMs)) / 1_000);
  const loading = load({ origin: service.origin, connections, warmUpMs: 0, durationMs: 60_000, count, untilKilled: true, plan });
  await sleep(warmUpMs);
  process.kill(service.pid, 'SIGKILL');
  const { acknowledged = [] } = await loading;
  const again = await peer.start();
  const books = await peer.check(mark, acknowledged);
  await again.stop();
  return `- ${peer.name}, killed at full load: ${acknowledged.length} acknowledged, ${told(books)}`;
}

function told({ missing, repeated, wrongBalances, drift }: Books): string {
  return `${missing} of them missing, ${repeated} recorded twice, ${wrongBalances} balances beside their postings, ${drift} kobo came or went`;
}

function rowOf(name: string, loadName: string, { perSecond, serviceCpuUs, databaseCpuUs, bad, ...times }: Measured): string {
  const cells = [
    Math.round(perSecond),
    ...[times.p50Ms, times.p99Ms, times.p999Ms].map((ms) => ms.toFixed(1)),
    Math.round(serviceCpuUs),
    Math.round(databaseCpuUs),
    bad,
  ];
  return `| ${name} | ${loadName} | ${cells.join(' | ')} |`;
}
