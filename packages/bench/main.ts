import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Backend } from '../../test/support/backend.js';
import { databasePid } from './cpu.js';
import { measureApprovals } from './approvals.js';
import { measureDeposits } from './deposits.js';
import { clearBacklog, fillHistory, install, type Installation, run, runYardstick, type Running } from './installation.js';
import { measureLedger } from './ledger.js';
import { measure, type Measured, type RequestPlan } from './load.js';
import { measureMails, measureSecurityMails, writeMails } from './mails.js';
import { Report } from './report.js';
import { scenarios } from './scenarios.js';
import { measureSettled } from './settled.js';
import { measureSustained } from './sustained.js';
import { readOptions } from './options.js';

const options = readOptions({
  backend: { type: 'string', multiple: true, default: ['mysql', 'sqlite'] },
  connections: { type: 'string', multiple: true, default: ['1', '16', '64', '256'] },
  only: { type: 'string' },
  seconds: { type: 'string', default: '3' },
  // As long as it takes V8 to compile what is hot.
  'warm-up': { type: 'string', default: '8' },
  rounds: { type: 'string', default: '1' },
  users: { type: 'string', default: '400' },
  'history-entries': { type: 'string', default: '1000000' },
  /** Transfers of the sustained scenario. */
  sustained: { type: 'string', default: '200000' },
  write: { type: 'string' },
});

const SMALL_HISTORY = 10_000;
/** These make what they measure by themselves. */
const WITHOUT_SCENARIOS = new Set(['settled', 'deposit', 'approval', 'mails', 'security mails', 'sustained', 'ledger']);
const durationMs = Number(options.seconds) * 1_000;
const warmUpMs = Number(options['warm-up']) * 1_000;
const report = new Report();

for (const backend of options.backend as Backend[]) await benchBackend(backend);
report.print();
if (options.write)
  writeFileSync(
    options.write,
    report.markdown(
      `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
    ),
  );

function isWanted(name: string): boolean {
  return !options.only || new RegExp(options.only).test(name);
}

async function benchBackend(backend: Backend): Promise<void> {
  // A new database for each round, so that all measure the same; the fast would otherwise leave more to the next than the slow.
  const rounds = options.only && WITHOUT_SCENARIOS.has(options.only) ? 0 : Number(options.rounds);
  for (let round = 0; round < rounds; round++) {
    progress(`${backend}: registering ${options.users} users`);
    const place = await install(backend, Number(options.users));
    try {
      await benchRound(backend, place);
    } finally {
      await place.remove();
    }
  }
  if (isWanted('settled'))
    for (const row of await measureSettled(backend, Number(options.rounds), progress)) report.addSettled(row);
  if (isWanted('deposit'))
    for (const row of await measureDeposits(backend, Number(options.rounds), progress)) report.addSettled(row);
  if (isWanted('approval')) for (const row of await measureApprovals(backend, durationMs, progress)) report.add(row);
  if (isWanted('mails')) for (const row of await measureMails(backend, progress)) report.addMails(row);
  if (isWanted('security mails')) report.addSecurityMails(await measureSecurityMails(backend, progress));
  if (isWanted('sustained')) report.addSustained(backend, await measureSustained(backend, Number(options.sustained), progress));
  if (!options.only || /ledger/.test(options.only)) {
    for (const row of await measureLedger(backend, durationMs, options.connections.map(Number))) report.add(row);
  }
}

/** Everything that is wanted, one after the other, so that a slow minute of the machine falls on all of it. */
async function benchRound(backend: Backend, place: Installation): Promise<void> {
  const wanted = scenarios(place)
    .filter(({ name }) => isWanted(name))
    .filter(({ name }) => backend === 'mysql' || !/ordinary|procedure|processes/.test(name));
  if (wanted.some(({ name }) => name.startsWith('history'))) {
    progress(`${backend}: writing ${options['history-entries']} history entries`);
    await fillHistory(place, place.userIds[0]!, SMALL_HISTORY);
    await fillHistory(place, place.userIds[1]!, Number(options['history-entries']));
  }
  for (const connections of options.connections.map(Number)) {
    for (const { name, plan, script, most, processes = 1, waitingMails = 0 } of wanted) {
      await clearBacklog(place);
      if (waitingMails > 0) await writeMails(place, waitingMails);
      const targets = await start(script, place, processes);
      try {
        await measureInto(report, backend, name, connections, targets, plan, most);
      } finally {
        await Promise.all(targets.map((target) => target.stop()));
      }
    }
  }
}

async function start(
  script: 'service' | 'floors' | 'ordinary',
  place: Installation,
  processes: number,
): Promise<readonly Running[]> {
  if (script !== 'service')
    return [await runYardstick(script === 'floors' ? './floors.js' : './ordinary/ordinary.app.js', place)];
  return Promise.all(Array.from({ length: processes }, () => run(place)));
}

async function measureInto(
  into: Report,
  backend: Backend,
  name: string,
  connections: number,
  targets: readonly Running[],
  plan: RequestPlan,
  mostPerSecond: number,
): Promise<void> {
  progress(`${backend}: ${name}, ${connections} connections`);
  const count = plan.repeatable ? 2_000 : Math.ceil((mostPerSecond * (durationMs + warmUpMs)) / 1_000);
  const result: Measured = await measure(
    { origin: targets.map(({ origin }) => origin), connections, warmUpMs, durationMs, count, plan },
    targets.map(({ pid }) => pid),
    backend === 'mysql' ? [databasePid()].filter((pid) => pid !== undefined) : [],
  );
  if (result.bad > 0) progress(`  ${result.bad} answers were not 2xx, the first: ${result.sample}`);
  if (result.exhausted) progress('  the prepared requests ran out: repeats were sent');
  into.add({ backend, name, connections, ...result });
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
