import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './cpu.js';

export interface BenchUser {
  readonly email: string;
  readonly password: string;
  readonly pbcKey: string;
  readonly secret: string;
}

/** What is sent; `{receiver}`, `{email}`, `{password}`, `{index}` and `{key}` are filled in. */
export interface RequestPlan {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: string;
  readonly signed: boolean;
  /** Reads may be sent again as they are; the rest get an idempotency key each. */
  readonly repeatable: boolean;
  readonly users: readonly BenchUser[];
  readonly receivers?: readonly BenchUser[];
  /** Idempotency keys are this and the number of the request; other ones for each run where it is not given. */
  readonly keys?: string;
  /** Each request is a webhook with this signature, Standard Webhooks, and the key as its id. */
  readonly webhookSecret?: string;
}

export interface LoadOrder {
  /** One address, or several that the connections are spread over. */
  readonly origin: string | readonly string[];
  readonly connections: number;
  readonly warmUpMs: number;
  /** Without it `count` requests are sent. */
  readonly durationMs?: number;
  /** Requests signed beforehand; of repeatable ones 2,000 at most, which are sent again. */
  readonly count: number;
  /** Answers are numbered in the result, and a broken connection ends it, because the service will be killed. */
  readonly untilKilled?: boolean;
  /** A progress message after this many answers. */
  readonly progressEvery?: number;
  readonly plan: RequestPlan;
}

export interface LoadProgress {
  readonly requests: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly bad: number;
  /** Of these, 429 and 503. */
  readonly refused: number;
  readonly sample: string;
  readonly exhausted: boolean;
  /** Numbers of the requests that were answered with 2xx, where they were asked for. */
  readonly acknowledged?: readonly number[];
}

export interface Measured extends LoadResult {
  readonly perSecond: number;
  /** Microseconds of CPU per request, of the service and of the database. */
  readonly serviceCpuUs: number;
  readonly databaseCpuUs: number;
  /** Of the ledger's batches; undefined where there were none. */
  readonly shareAhead: number | undefined;
}

export interface LoadEvents {
  /** The warm-up is over. */
  readonly begun?: () => void;
  readonly progress?: (progress: LoadProgress) => void;
}

/** Runs one load from a process of its own. */
export function load(order: LoadOrder, { begun, progress }: LoadEvents = {}): Promise<LoadResult> {
  const loader = fork(fileURLToPath(new URL('./loader.js', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise<LoadResult>((resolve, reject) => {
    loader.on('message', (message: 'begun' | LoadProgress | LoadResult) => {
      if (message === 'begun') begun?.();
      else if ('p50Ms' in message) resolve(message);
      else progress?.(message);
    });
    loader.on('exit', (code) => code !== 0 && reject(new Error(`the load generator ended with ${code}`)));
    loader.send(order);
  });
}

/** Runs one load and measures it, with the CPU that the services and the database took. */
export async function measure(
  order: LoadOrder,
  servicePids: readonly number[],
  databasePids: readonly number[],
): Promise<Measured> {
  const secondsOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const now = () => ({ service: secondsOf(servicePids), database: secondsOf(databasePids) });
  let before = now();
  const origins = [order.origin].flat();
  const begin = await batchesOf(origins);
  const result = await load(order, { begun: () => (before = now()) });
  const after = now();
  const per = (seconds: number) => (seconds / Math.max(1, result.requests)) * 1e6;
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    serviceCpuUs: per(after.service - before.service),
    databaseCpuUs: per(after.database - before.database),
    shareAhead: shareAhead(begin, await batchesOf(origins)),
  };
}

export interface Batches {
  readonly ahead: number;
  readonly all: number;
}

/** What services say of their ledgers so far; nothing of a yardstick, which has no such metric. */
export async function batchesOf(origins: readonly string[]): Promise<Batches> {
  const pages = await Promise.all(origins.map(async (origin) => (await fetch(`${origin}/metrics`)).text()));
  const sum = (way: string) =>
    pages
      .flatMap((page) => [...page.matchAll(new RegExp(`^harmattan_ledger_batches_total\\{way="${way}"\\} (\\d+)$`, 'gm'))])
      .reduce((total, [, batches]) => total + Number(batches), 0);
  const ahead = sum('ahead');
  return { ahead, all: ahead + sum('locked') };
}

export function shareAhead(begin: Batches, end: Batches): number | undefined {
  return end.all > begin.all ? (end.ahead - begin.ahead) / (end.all - begin.all) : undefined;
}
