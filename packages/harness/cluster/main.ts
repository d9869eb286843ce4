/**
 * `npm run cluster`: databases, Redis, HAProxy and several processes of the service on this machine, until Ctrl-C or the end of
 * `--minutes`. `--engine` is mariadb, mysql or tidb, and `--database` how its nodes replicate: galera or replication, replication or
 * group; with `--two-users` one database user owns the schema and another serves. Everything has folders and ports of its own, which are removed. With `--faults` a workload runs over it while parts of it fail,
 * one after the other, then as the nemesis draws from `--seed`, and the books are checked after each; exits with 1 where anything is wrong.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';
import { DISTURBANCES } from '../faults/disturbances.js';
import type { Fault } from '../faults/fault.js';
import { chooseFaults } from '../faults/faults.js';
import { NEMESIS, nemesisFaults } from '../faults/nemesis.js';
import { rollingUpdate } from '../faults/process-faults.js';
import { faultTable, summaryLine } from '../faults/report.js';
import { type FaultResult, FaultRunner, titleOf } from '../faults/runner.js';
import { stopAllServers } from '../servers/private-server.js';
import { provideClusterPrograms } from '../servers/programs.js';
import { Cluster, databaseKind, REDIS_NAMES, type RedisKind } from './cluster.js';
import { type HasPackages, type PreviousVersion, providePrevious } from './previous.js';
import { statusTable } from './status.js';

/** For the faults, so that all ends within 20 minutes. */
const LONGEST_MS = 18 * 60_000;
const STATUS_EVERY_MS = 10_000;

type Options = ReturnType<typeof readOptions>;

let cluster: Cluster | undefined;

/** @param hasPackages of the scripts, which link the packages of an older version */
export async function main(hasPackages: HasPackages): Promise<void> {
  // A second signal ends this process at once, which kills the servers.
  for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => {
      process.once(signal, () => process.exit(exitCode));
      void stopAllServers().finally(() => process.exit(exitCode));
    });
  try {
    const options = readOptions();
    if (options.faults) process.exitCode = await runFaults(options, hasPackages);
    else await keepRunning(options);
  } catch (error) {
    console.error(`${pc.red('✗')} ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    await cluster?.stop();
    await stopAllServers();
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'mariadb' },
      database: { type: 'string' },
      redis: { type: 'string', default: 'single' },
      'two-users': { type: 'boolean', default: false },
      api: { type: 'string', default: '3' },
      workers: { type: 'string', default: '2' },
      faults: { type: 'boolean', default: false },
      only: { type: 'string' },
      previous: { type: 'string' },
      seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
      rounds: { type: 'string', default: '6' },
      users: { type: 'string', default: '8' },
      rate: { type: 'string', default: '50' },
      scale: { type: 'string', default: '1' },
      json: { type: 'string' },
      minutes: { type: 'string', default: '60' },
    },
  });
  return {
    ...values,
    database: databaseKind(values.engine, values.database),
    redis: redisKind(values.redis),
    api: Number(values.api),
    workers: Number(values.workers),
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    users: Number(values.users),
    rate: Number(values.rate),
    scale: Number(values.scale),
    minutes: Number(values.minutes),
  };
}

function redisKind(value: string): RedisKind {
  const found = REDIS_NAMES.find((kind) => kind === value);
  if (!found) throw new Error(`--redis is ${REDIS_NAMES.join(' or ')}`);
  return found;
}

async function keepRunning(options: Options): Promise<void> {
  const end = Date.now() + options.minutes * 60_000;
  cluster = await start(options);
  console.log(`\n${await statusTable(cluster)}\n\nCtrl-C stops all of it and removes its folders.`);
  while (Date.now() < end) {
    await sleep(Math.min(STATUS_EVERY_MS, end - Date.now()));
    if (process.stdout.isTTY) console.log(`\n${await statusTable(cluster)}`);
  }
}

/** Resolves to the exit code. */
async function runFaults(options: Options, hasPackages: HasPackages): Promise<number> {
  const { seed, rounds, only, database, redis } = options;
  const possible = DISTURBANCES.filter(({ redis: wanted }) => !wanted || wanted === redis);
  const faults = chooseFaults(only, database, nemesisFaults(seed, rounds, possible));
  announce(faults, seed);
  const previous = faults.includes(rollingUpdate) ? findPrevious(options.previous, hasPackages) : undefined;
  const end = Date.now() + LONGEST_MS;
  cluster = await start(options, previous, faults.some(isNemesis));
  const runner = await FaultRunner.prepare(cluster, options);
  const results: FaultResult[] = [];
  try {
    for (const fault of faults) {
      if (Date.now() > end) throw new Error(`no time is left for ${fault.name}: name some of the faults with --only`);
      console.error(pc.dim(`${titleOf(fault, cluster)} ...`));
      const result = await runner.run(fault);
      results.push(result);
      if (options.json) writeFileSync(options.json, JSON.stringify(results, undefined, 2));
      console.error(`  ${summaryLine(result)}`);
    }
  } finally {
    runner.stop();
    console.log(`\n${faultTable(results)}`);
  }
  return results.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

const isNemesis = ({ name }: Fault) => name === NEMESIS;

/** The seed repeats the same schedule. */
function announce(faults: readonly Fault[], seed: number): void {
  const rounds = faults.filter(isNemesis);
  if (rounds.length === 0) return;
  console.error(`--seed ${seed}`);
  for (const { title } of rounds) console.error(`  ${String(title)}`);
}

function findPrevious(wanted: string | undefined, hasPackages: HasPackages): PreviousVersion | undefined {
  console.error(pc.dim('Building the previous version ...'));
  return providePrevious(wanted, hasPackages);
}

async function start(options: Options, previous?: PreviousVersion, hasLinks = false): Promise<Cluster> {
  const { engine, database, redis, api, workers, 'two-users': hasTwoUsers } = options;
  const settings = { WEBHOOK_LOOPBACK: 'allowed', RATE_LIMIT_SCALE: '0' };
  const wanted = { engine, database, redis, hasTwoUsers, api, workers, settings, previous, hasLinks };
  return Cluster.start(provideClusterPrograms(), wanted, (part) => console.error(pc.dim(`Starting ${part} ...`)));
}
