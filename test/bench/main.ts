import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Backend } from '../support/backend.js';
import { databasePid } from './cpu.js';
import { clearBacklog, fillHistory, install, type Installation, run, runYardstick, type Running } from './installation.js';
import { measureLedger } from './ledger.js';
import { measure, type Measured, type RequestPlan } from './load.js';
import { Report } from './report.js';

const { values: options } = parseArgs({
  options: {
    backend: { type: 'string', multiple: true, default: ['mysql', 'sqlite'] },
    connections: { type: 'string', multiple: true, default: ['1', '16', '64', '256'] },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '1' },
    users: { type: 'string', default: '400' },
    'history-entries': { type: 'string', default: '1000000' },
    write: { type: 'string' },
  },
});

const SMALL_HISTORY = 10_000;
const durationMs = Number(options.seconds) * 1_000;
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

async function benchBackend(backend: Backend): Promise<void> {
  // A new database for each round, so that all measure the same; the fast would otherwise leave more to the next than the slow.
  for (let round = 0; round < Number(options.rounds); round++) {
    progress(`${backend}: registering ${options.users} users`);
    const place = await install(backend, Number(options.users));
    try {
      await benchRound(backend, place);
    } finally {
      await place.remove();
    }
  }
  if (!options.only || /ledger/.test(options.only)) {
    for (const row of await measureLedger(backend, durationMs, options.connections.map(Number))) report.add(row);
  }
}

/** Everything that is wanted, one after the other, so that a slow minute of the machine falls on all of it. */
async function benchRound(backend: Backend, place: Installation): Promise<void> {
  const wanted = plans(place)
    .filter(({ name }) => !options.only || new RegExp(options.only).test(name))
    .filter(({ name }) => backend === 'mysql' || !/ordinary|procedure/.test(name));
  if (wanted.some(({ name }) => name.startsWith('history'))) {
    progress(`${backend}: writing ${options['history-entries']} history entries`);
    await fillHistory(place, place.userIds[0]!, SMALL_HISTORY);
    await fillHistory(place, place.userIds[1]!, Number(options['history-entries']));
  }
  for (const connections of options.connections.map(Number)) {
    for (const { name, plan, script, most } of wanted) {
      await clearBacklog(place);
      const target = await start(script, place);
      try {
        await measureInto(report, backend, name, connections, target, plan, most);
      } finally {
        await target.stop();
      }
    }
  }
}

function start(script: 'service' | 'floors' | 'ordinary', place: Installation): Promise<Running> {
  if (script === 'service') return run(place);
  return runYardstick(script === 'floors' ? './floors.js' : './ordinary/ordinary.app.js', place);
}

async function measureInto(
  into: Report,
  backend: Backend,
  name: string,
  connections: number,
  target: Running,
  plan: RequestPlan,
  mostPerSecond: number,
): Promise<void> {
  progress(`${backend}: ${name}, ${connections} connections`);
  // As long as it takes V8 to compile what is hot.
  const warmUpMs = 8_000;
  const count = plan.repeatable ? 2_000 : Math.ceil((mostPerSecond * (durationMs + warmUpMs)) / 1_000);
  const result: Measured = await measure(
    { origin: target.origin, connections, warmUpMs, durationMs, count, plan },
    target.pid,
    backend === 'mysql' ? databasePid() : undefined,
  );
  if (result.bad > 0) progress(`  ${result.bad} answers were not 2xx, the first: ${result.sample}`);
  if (result.exhausted) progress('  the prepared requests ran out: repeats were sent');
  into.add({ backend, name, connections, ...result });
}

interface Scenario {
  readonly name: string;
  readonly script: 'service' | 'floors' | 'ordinary';
  readonly plan: RequestPlan;
  /** Requests prepared for a second, at the most. */
  readonly most: number;
}

function plans({ users, bill }: Installation): Scenario[] {
  const transfer = {
    method: 'POST',
    signed: true,
    repeatable: false,
    users,
    body: '{"email":"{receiver}","amount":50,"messge":"bench"}',
  } as const;
  const read = { method: 'GET', signed: true, repeatable: true, users } as const;
  const api = '/?req=user_transfer_create';
  return [
    { name: 'floor: bare Fastify', script: 'floors', most: 0, plan: { ...read, signed: false, target: '/echo' } },
    { name: 'floor: Fastify and a signature', script: 'floors', most: 0, plan: { ...read, target: '/signed' } },
    // The service's whole edge around an operation that does nothing.
    { name: 'floor: signed stub', script: 'service', most: 0, plan: { ...read, target: '/?req=authentication_verify' } },
    { name: 'wallet read', script: 'service', most: 0, plan: { ...read, target: '/?req=user_wallet_get_info' } },
    {
      name: 'history page, 10,000 entries',
      script: 'service',
      most: 0,
      plan: { ...read, users: [users[0]!], target: '/?req=user_wallet_history&rqtp=all' },
    },
    {
      name: 'history page, 1,000,000 entries',
      script: 'service',
      most: 0,
      plan: { ...read, users: [users[1]!], target: '/?req=user_wallet_history&rqtp=all' },
    },
    {
      name: 'floor: ordinary way, uniform',
      script: 'ordinary',
      most: 2_000,
      plan: { ...transfer, receivers: users, target: '/' },
    },
    { name: 'transfer, uniform', script: 'service', most: 10_000, plan: { ...transfer, receivers: users, target: api } },
    {
      name: 'floor: stored procedure, uniform',
      script: 'floors',
      most: 9_000,
      plan: { ...transfer, receivers: users, target: '/procedure' },
    },
    {
      name: 'floor: ordinary way, hot receiver',
      script: 'ordinary',
      most: 2_000,
      plan: { ...transfer, receivers: [users[0]!], target: '/' },
    },
    {
      name: 'transfer, hot receiver',
      script: 'service',
      most: 10_000,
      plan: { ...transfer, receivers: [users[0]!], target: api },
    },
    {
      name: 'floor: stored procedure, hot receiver',
      script: 'floors',
      most: 9_000,
      plan: { ...transfer, receivers: [users[0]!], target: '/procedure' },
    },
    {
      name: 'bill payment',
      script: 'service',
      most: 6_000,
      plan: {
        ...transfer,
        target: '/?req=service_bill_payment',
        body: JSON.stringify({ amount: 1_000, customerId: '45701234{index}', ...bill, billerName: 'bench', billerItem: 'bench' }),
      },
    },
    {
      name: 'login',
      script: 'service',
      most: 400,
      plan: {
        method: 'POST',
        signed: false,
        repeatable: false,
        users,
        target: '/?req=user_profile_login',
        body: '{"emal":"{email}","pswd":"{password}","dvty":"Web","dsnm":"bench-login","dvnm":"bench"}',
      },
    },
  ];
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
