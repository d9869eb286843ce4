import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './cpu.js';

export interface BenchUser {
  readonly email: string;
  readonly password: string;
  readonly pbcKey: string;
  readonly secret: string;
}

/** What is sent; `{receiver}`, `{email}`, `{password}` and `{index}` are filled in. */
export interface RequestPlan {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
  readonly signed: boolean;
  /** Reads may be sent again as they are; the rest get an idempotency key each. */
  readonly repeatable: boolean;
  readonly users: readonly BenchUser[];
  readonly receivers?: readonly BenchUser[];
}

export interface LoadOrder {
  readonly origin: string;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** Requests signed beforehand. */
  readonly count: number;
  readonly plan: RequestPlan;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bad: number;
  readonly sample: string;
  readonly exhausted: boolean;
}

export interface Measured extends LoadResult {
  readonly perSecond: number;
  /** Microseconds of CPU per request, of the service and of the database. */
  readonly serviceCpuUs: number;
  readonly databaseCpuUs: number;
}

/** Runs one load from a process of its own and measures it, with the CPU that the service and the database took. */
export async function measure(order: LoadOrder, servicePid: number, databasePid: number | undefined): Promise<Measured> {
  const loader = fork(fileURLToPath(new URL('./loader.js', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let before = { service: 0, database: 0 };
  const now = () => ({ service: cpuSeconds(servicePid), database: databasePid ? cpuSeconds(databasePid) : 0 });
  const result = await new Promise<LoadResult>((resolve, reject) => {
    loader.on('message', (message) => {
      if (message === 'begun') before = now();
      else resolve(message as LoadResult);
    });
    loader.on('exit', (code) => code !== 0 && reject(new Error(`the load generator ended with ${code}`)));
    loader.send(order);
  });
  const after = now();
  const per = (seconds: number) => (seconds / Math.max(1, result.requests)) * 1e6;
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    serviceCpuUs: per(after.service - before.service),
    databaseCpuUs: per(after.database - before.database),
  };
}
