import 'reflect-metadata';
import { openSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { createApp } from '../../../src/create-app.js';
import { BodyReader } from '../../../src/platform/http/body-reader.js';
import { OperationPipeline } from '../../../src/platform/http/operation-pipeline.js';
import { OperationsController } from '../../../src/platform/http/operations.controller.js';
import { UntrustedForwarding } from '../../../src/platform/http/untrusted-forwarding.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import { LogBuffer } from '../../../src/platform/telemetry/log-buffer.js';
import type { Backend } from '../../../test/support/backend.js';
import { cpuSeconds } from '../cpu.js';
import { install, runYardstick } from '../installation.js';
import { load, type RequestPlan } from '../load.js';
import { type Costs, measureParts } from './parts.js';
import { StepTimer } from './step-timer.js';
import { readOptions } from '../options.js';

// `npm run bench -- edge --by-part`: what the edge costs a request with parts of it taken away, in turns in one process over HTTP;
// `npm run bench -- edge --by-step`: the synchronous part of each step.

const options = readOptions({
  'by-part': { type: 'boolean' },
  'by-step': { type: 'boolean' },
  backend: { type: 'string', default: 'sqlite' },
  connections: { type: 'string', default: '64' },
  rounds: { type: 'string', default: '5' },
  requests: { type: 'string', default: '20000' },
  /** Requests before anything is timed: V8 compiles after so many calls. */
  'warm-up': { type: 'string', default: '20000' },
});

const USERS = 100;
const REST = 'in no step';
const WHOLE = 'the whole request';

if (!options['by-step'] && !options['by-part']) throw new Error('edge --by-part or edge --by-step');
const timer = new StepTimer();
if (options['by-step']) timePrototypes();
const place = await install(options.backend as Backend, USERS);
const app = await createApp({
  config: place.config,
  log: new Log({ LOG_LEVEL: 'info' }, new LogBuffer({ descriptor: openSync('/dev/null', 'w') })),
});
if (options['by-step']) timeSteps(app.get(OperationPipeline));
await app.listen(0, '127.0.0.1');
const origin = await app.getUrl();
const floors = await runYardstick('./floors.js', { ...place, environment: {} });
try {
  printTable(
    await (options['by-step']
      ? measureAll()
      : measureParts(app, { send, users: place.users, rounds: Number(options.rounds), warmUp: Number(options['warm-up']) })),
  );
} finally {
  await floors.stop();
  await app.close();
  await place.remove();
}
process.exit();

function timePrototypes(): void {
  timer.time(UntrustedForwarding.prototype, 'look', 'look for forwarding headers');
  timer.time(BodyReader.prototype, 'read', 'admit the body and begin to read it');
  timer.time(OperationsController.prototype, 'operate', 'controller: what the pipeline takes');
  timer.time(ServerResponse.prototype, 'writeHead', 'send: head');
  timer.time(ServerResponse.prototype, 'end', 'send: body, to the socket');
}

function timeSteps(target: OperationPipeline): void {
  const answers = target['answers'];
  timer.time(target, 'handle', 'pipeline around the steps');
  for (const step of target.steps) step.run = timer.timed(step.name, step.run);
  timer.time(answers, 'ok', 'answer: envelope and headers');
  timer.time(answers['metrics'], 'requestEnds', 'answer: metrics');
  timer.time(answers['log'], 'request', 'answer: log line');
}

async function measureAll(): Promise<Map<string, Costs[]>> {
  const read = { method: 'GET', signed: true, repeatable: true, users: place.users } as const;
  const columns: readonly [string, RequestPlan, string][] = [
    ['bare Fastify', { ...read, signed: false, target: '/echo' }, floors.origin],
    ['Fastify and a signature', { ...read, target: '/signed' }, floors.origin],
    ['signed stub', { ...read, target: '/?req=authentication_verify' }, origin],
    ['wallet read', { ...read, target: '/?req=user_wallet_get_info' }, origin],
  ];
  const measured = new Map<string, Costs[]>(columns.map(([name]) => [name, []]));
  for (const [, plan, to] of columns) await send(to, plan, Number(options['warm-up']));
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, plan, to] of columns) {
      process.stderr.write(`round ${round + 1}: ${name}\n`);
      measured.get(name)!.push(await (to === origin ? measureSteps(plan) : measureFloor(plan)));
    }
  return measured;
}

async function measureFloor(plan: RequestPlan): Promise<Costs> {
  const before = cpuSeconds(floors.pid);
  const requests = await send(floors.origin, plan);
  return new Map([[WHOLE, ((cpuSeconds(floors.pid) - before) / requests) * 1e6]]);
}

async function measureSteps(plan: RequestPlan): Promise<Costs> {
  timer.reset();
  const before = process.cpuUsage();
  const requests = await send(origin, plan);
  const { user, system } = process.cpuUsage(before);
  const whole = (user + system) / requests;
  const steps = timer.perRequest(requests);
  process.stderr.write(`${timer.droppedSamples} samples dropped\n`);
  const rest = whole - [...steps.values()].reduce((sum, us) => sum + us, 0);
  return new Map([...steps, [REST, rest], [WHOLE, whole]]);
}

/** @returns how many were answered */
async function send(to: string, plan: RequestPlan, count = Number(options.requests)): Promise<number> {
  const connections = Number(options.connections);
  const { bad, sample, requests } = await load({ origin: to, connections, warmUpMs: 0, count, plan });
  if (bad > 0) throw new Error(`${bad} answers were not 2xx, the first: ${sample}`);
  return requests;
}

/** A table of Markdown with a column for each kind of request: the least of the rounds, because other work on the machine only adds. */
function printTable(measured: ReadonlyMap<string, readonly Costs[]>): void {
  const names = [...measured.values()].at(-1)![0]!.keys();
  const least = (rounds: readonly Costs[], name: string) => Math.min(...rounds.map((costs) => costs.get(name) ?? Infinity));
  const cell = (us: number) => (us === Infinity ? '' : us.toFixed(1));
  console.log(`| CPU µs a request | ${[...measured.keys()].join(' | ')} |`);
  console.log(`| --- |${' --: |'.repeat(measured.size)}`);
  for (const name of names)
    console.log(`| ${name} | ${[...measured.values()].map((rounds) => cell(least(rounds, name))).join(' | ')} |`);
}
