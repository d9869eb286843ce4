import 'reflect-metadata';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pTimeout from 'p-timeout';
import { CpuMeter } from '../cpu.js';
import type { Installation } from '../installation.js';
import type { Load, Result, Task, Way } from './node.js';
import { HTTP_WAYS, type HttpWay, installOn, measureOverHttp } from './over-http.js';
import { at, makePlace, type Place, type Route, routeTo, type Server } from './places.js';
import { readOptions } from '../options.js';

/** `npm run bench -- nodes`: transfers by the number of processes and the way to the database, of the ledger alone or over HTTP. */
const options = readOptions({
  /** `single`, `galera`, `replication`; read by scripts/bench.mjs, which starts them. */
  databases: { type: 'string' },
  processes: { type: 'string', default: '1,2,4' },
  /** Milliseconds by which answers of the database come later. */
  delays: { type: 'string', default: '0,1,2.5' },
  /** `one writer`, `in turns`, `ordinary way`; over HTTP: `service`, `traced service`, `ordinary service`. */
  ways: { type: 'string', default: 'one writer,in turns,ordinary way' },
  loads: { type: 'string', default: 'uniform,one receiver' },
  /** Concurrent transfers of all processes together. */
  callers: { type: 'string', default: '80' },
  seconds: { type: 'string', default: '5' },
  'warm-up': { type: 'string', default: '3' },
});

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly processCpuUs: number;
  readonly databaseCpuUs: number;
}

const servers = JSON.parse(process.env['BENCH_SERVERS']!) as Server[];
const ways = listOf(options.ways) as (Way | HttpWay)[];
const counts = listOf(options.processes).map(Number);

for (const server of servers) {
  const places = {
    ledger: await makePlace(server, process.env['TEST_REDIS_URL']!),
    service: ways.some(isOverHttp) ? await installOn(server) : undefined,
  };
  try {
    for (const delay of listOf(options.delays)) await measureRoute(server, places, Number(delay));
  } finally {
    await places.ledger.remove();
    await places.service?.remove();
  }
}

function listOf(value: string): string[] {
  return value.split(',');
}

interface Places {
  readonly ledger: Place;
  readonly service: Installation | undefined;
}

function isOverHttp(way: Way | HttpWay): way is HttpWay {
  return (HTTP_WAYS as readonly string[]).includes(way);
}

async function measureRoute(server: Server, places: Places, delayMs: number): Promise<void> {
  const route = await routeTo(server, delayMs);
  print(`\n${server.name}, ${route.roundTripMs.toFixed(2)} ms to the database and back\n`);
  print(row(['who commits', 'load', ...counts.map((count) => `${count} process${count === 1 ? '' : 'es'}`)]));
  print(row(['---', '---', ...counts.map(() => '---')]));
  try {
    for (const load of listOf(options.loads) as Load[])
      for (const way of ways) {
        const cells: string[] = [];
        for (const count of counts) cells.push(describe(await measureOne(server, places, route, { way, load, count })));
        print(row([way, load, ...cells]));
      }
  } finally {
    route.close();
  }
}

async function measureOne(
  server: Server,
  places: Places,
  route: Route,
  { way, load, count }: { way: Way | HttpWay; load: Load; count: number },
): Promise<Measured> {
  if (!isOverHttp(way)) return measure(server, places.ledger, route, { way, load, count });
  const [warmUpMs, durationMs] = [Number(options['warm-up']) * 1_000, Number(options.seconds) * 1_000];
  const task = { way, load, processes: count, connections: Number(options.callers), warmUpMs, durationMs };
  const { serviceCpuUs, ...measured } = await measureOverHttp(places.service!, server, route, task);
  return { ...measured, processCpuUs: serviceCpuUs };
}

async function measure(
  server: Server,
  place: Place,
  route: Route,
  run: { way: Way; load: Load; count: number },
): Promise<Measured> {
  const { way, load, count } = run;
  const [warmUpMs, durationMs] = [Number(options['warm-up']) * 1_000, Number(options.seconds) * 1_000];
  const callers = Math.ceil(Number(options.callers) / count);
  const task: Task = { way, load, wallets: place.wallets, callers, warmUpMs, durationMs };
  const { pathname } = new URL(place.environment['DATABASE_URL']!);
  const env = { ...process.env, ...place.environment, DATABASE_URL: at(route.url, { pathname }) };
  const nodes: Node[] = [];
  try {
    // One after the other, so that the first is the writer.
    for (let number = 0; number < count; number++) nodes.push(await startNode(task, env));
    for (const { child } of nodes) child.send('go');
    const meter = await afterwards(warmUpMs, () => new CpuMeter(namedPids(server)));
    const databaseCpu = await afterwards(durationMs, () => meter.perUnit(1));
    return summary(await Promise.all(nodes.map(({ result }) => result)), durationMs, total(Object.values(databaseCpu)));
  } finally {
    await Promise.all(nodes.map(endOf));
  }
}

interface Node {
  readonly child: ChildProcess;
  /** Rejects where the process ends by itself before it told its result. */
  readonly result: Promise<Result>;
}

async function startNode(task: Task, env: NodeJS.ProcessEnv): Promise<Node> {
  const child = fork(fileURLToPath(new URL('./node.js', import.meta.url)), { env });
  child.send(task);
  await messageOf(child);
  const result = messageOf(child) as Promise<Result>;
  result.catch(() => undefined);
  return { child, result };
}

/** The next one. Rejects where the process ends without it. */
function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    // After the last message, which an exit may overtake.
    child.once('disconnect', () => reject(new Error('a process of the benchmark ended by itself')));
  });
}

async function endOf({ child }: Node): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  await pTimeout(gone, { milliseconds: 5_000, fallback: () => child.kill('SIGKILL') });
  await gone;
}

function summary(results: readonly Result[], durationMs: number, databaseCpuUs: number): Measured {
  const transfers = total(results.map((result) => result.transfers));
  const latencies = results.flatMap(({ latenciesMs }) => latenciesMs).toSorted((one, other) => one - other);
  return {
    perSecond: (transfers / durationMs) * 1_000,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    processCpuUs: (total(results.map(({ cpuSeconds }) => cpuSeconds)) / transfers) * 1e6,
    databaseCpuUs: databaseCpuUs / transfers,
  };
}

function describe({ perSecond, p99Ms, processCpuUs, databaseCpuUs }: Measured): string {
  const count = Math.round(perSecond).toLocaleString('en');
  return `${count} (p99 ${p99Ms.toFixed(0)} ms; ${processCpuUs.toFixed(0)} + ${databaseCpuUs.toFixed(0)} µs)`;
}

async function afterwards<Value>(ms: number, then: () => Value): Promise<Value> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return then();
}

function namedPids({ pids }: Server): Record<string, number> {
  return Object.fromEntries(pids.map((pid) => [`database ${pid}`, pid]));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
