/**
 * `npm run cluster`: databases, Redis, HAProxy and several processes of the service on this machine, until Ctrl-C or the end of
 * `--minutes`. Everything has folders and ports of its own, which are removed. With `--faults` a workload runs over it while parts of it
 * fail, one after the other, and the books are checked after each; exits with 1 where anything is wrong.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';
import { Cluster, kinds } from './cluster/cluster.mjs';
import { providePrevious } from './cluster/previous.mjs';
import { chooseFaults, FaultRunner, titleOf } from './cluster/faults/runner.mjs';
import { rollingUpdate } from './cluster/faults/process-faults.mjs';
import { faultTable, summaryLine } from './cluster/faults/report.mjs';
import { stopAllServers } from './lib/private-server.mjs';
import { statusTable } from './cluster/status.mjs';
import { provideClusterPrograms } from './services.mjs';

/** Of all faults, so that the whole ends within 20 minutes. */
const LONGEST_MS = 18 * 60_000;
const STATUS_EVERY_MS = 10_000;
const options = {
  database: { type: 'string', default: 'galera' },
  redis: { type: 'string', default: 'single' },
  api: { type: 'string', default: '3' },
  workers: { type: 'string', default: '2' },
  faults: { type: 'boolean', default: false },
  only: { type: 'string' },
  previous: { type: 'string' },
  users: { type: 'string', default: '8' },
  rate: { type: 'string', default: '50' },
  scale: { type: 'string', default: '1' },
  json: { type: 'string' },
  minutes: { type: 'string', default: '60' },
};
let cluster;
// A second signal ends this process at once, which kills the servers.
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.once(signal, () => process.exit(exitCode));
    void stopAllServers().finally(() => process.exit(exitCode));
  });

try {
  const { values } = parseArgs({ options });
  for (const kind of ['database', 'redis'])
    if (!kinds[kind].includes(values[kind])) throw new Error(`--${kind} is ${kinds[kind].join(' or ')}`);
  if (values.faults) process.exitCode = await runFaults(values);
  else await keepRunning(values);
} catch (error) {
  console.error(`${pc.red('✗')} ${error.message}`);
  process.exitCode = 1;
} finally {
  await cluster?.stop();
  await stopAllServers();
}

async function keepRunning(values) {
  const end = Date.now() + Number(values.minutes) * 60_000;
  cluster = await start(values);
  console.log(`\n${await statusTable(cluster)}\n\nCtrl-C stops all of it and removes its folders.`);
  while (Date.now() < end) {
    await sleep(Math.min(STATUS_EVERY_MS, end - Date.now()));
    if (process.stdout.isTTY) console.log(`\n${await statusTable(cluster)}`);
  }
}

/** Resolves to the exit code. */
async function runFaults(values) {
  const faults = chooseFaults(values.only, values);
  const previous = faults.includes(rollingUpdate) ? findPrevious(values.previous) : undefined;
  const end = Date.now() + LONGEST_MS;
  cluster = await start(values, previous);
  const programs = provideClusterPrograms();
  const runOptions = { users: Number(values.users), rate: Number(values.rate), scale: Number(values.scale), programs };
  const runner = await FaultRunner.prepare(cluster, runOptions);
  const results = [];
  try {
    for (const fault of faults) {
      if (Date.now() > end) throw new Error(`no time is left for ${fault.name}: name some of the faults with --only`);
      console.error(pc.dim(`${titleOf(fault, cluster)} ...`));
      const result = await runner.run(fault);
      results.push(result);
      if (values.json) writeFileSync(values.json, JSON.stringify(results, undefined, 2));
      console.error(`  ${summaryLine(result)}`);
    }
  } finally {
    runner.stop();
    console.log(`\n${faultTable(results)}`);
  }
  return results.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

function findPrevious(wanted) {
  console.error(pc.dim('Building the previous version ...'));
  return providePrevious(wanted);
}

async function start({ database, redis, api, workers }, previous) {
  const settings = { WEBHOOK_LOOPBACK: 'allowed', RATE_LIMIT_SCALE: '0' };
  const wanted = { database, redis, api: Number(api), workers: Number(workers), settings, previous };
  return Cluster.start(provideClusterPrograms(), wanted, (part) => console.error(pc.dim(`Starting ${part} ...`)));
}
