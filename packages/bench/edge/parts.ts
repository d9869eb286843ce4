import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import Fastify from 'fastify';
import { Authentication } from '../../../src/platform/http/authentication.js';
import { OperationPipeline } from '../../../src/platform/http/operation-pipeline.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import type { BenchUser, RequestPlan } from '../load.js';

/** Microseconds of CPU a request, by what takes them. */
export type Costs = ReadonlyMap<string, number>;

interface PartsOrder {
  readonly send: (to: string, plan: RequestPlan, count?: number) => Promise<number>;
  readonly users: readonly BenchUser[];
  readonly rounds: number;
  readonly warmUp: number;
}

const IDLE_MS = 2_000;
const ANSWER = {
  REQUEST: { VERSION: '1.0', ACTION: 'floor', STATUS: 'OK' },
  DATA: { balance: 1000.5, recorded: '1767225600000' },
};

/** Takes parts of the edge away, in turns in one process, beside bare Fastify in the same process. What the idle process takes is left out. */
export async function measureParts(
  app: NestFastifyApplication,
  { send, users, rounds, warmUp }: PartsOrder,
): Promise<Map<string, Costs[]>> {
  const bare = Fastify();
  bare.all('/echo', () => ANSWER);
  const floor = await bare.listen({ port: 0, host: '127.0.0.1' });
  const origin = await app.getUrl();
  const read = { method: 'GET', signed: true, repeatable: true, users } as const;
  const stub = { ...read, target: '/?req=authentication_verify' };
  const rows: [string, string, RequestPlan, (() => () => void)?][] = [
    ['bare Fastify', floor, { ...read, signed: false, target: '/echo' }],
    ['wallet read', origin, { ...read, target: '/?req=user_wallet_get_info' }],
    ['signed stub', origin, stub],
    ['without log line', origin, stub, () => without(app.get(Log), 'request', () => undefined)],
    ['without metrics', origin, stub, () => without(app.get(Metrics), 'requestEnds', () => undefined)],
    ['without signature', origin, stub, () => without(app.get(Authentication), 'verify', believe)],
    ['pipeline constant', origin, stub, () => without(app.get(OperationPipeline), 'handle', constantAnswer)],
  ];
  for (const [, to, plan] of rows.slice(0, 3)) await send(to, plan, warmUp);
  const idle = await idleCpu();
  const measured = new Map<string, Costs[]>(rows.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, to, plan, take] of rows) {
      const putBack = take?.();
      const [from, before] = [performance.now(), process.cpuUsage()];
      const requests = await send(to, plan);
      const { user, system } = process.cpuUsage(before);
      putBack?.();
      const us = user + system - idle * (performance.now() - from);
      measured.get(name)!.push(new Map([['CPU', us / requests]]));
    }
  await bare.close();
  return measured;
}

/** Microseconds of CPU in a millisecond. */
async function idleCpu(): Promise<number> {
  const [from, before] = [performance.now(), process.cpuUsage()];
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (performance.now() - from);
}

/** @returns puts it back */
function without(owner: object, method: string, instead: (...args: never[]) => unknown): () => void {
  Object.defineProperty(owner, method, { value: instead, configurable: true });
  return () => void delete (owner as Record<string, unknown>)[method];
}

function believe(session: unknown, { signature }: { signature: string }, context: { authenticated: unknown }): void {
  context.authenticated = { session, signature, idempotencyKey: undefined };
}

const BODY = JSON.stringify(ANSWER);

function constantAnswer() {
  return { status: 200, headers: { 'svc-server-time': '1767225600' }, body: BODY };
}
