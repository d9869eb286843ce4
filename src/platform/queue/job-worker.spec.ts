import { describe, expect, it } from 'vitest';
import { until } from '../../../test/support/until.js';
import { SystemClock } from '../../kernel/clock.js';
import type { Log } from '../telemetry/log.js';
import { JobWorker } from './job-worker.js';
import type { RegisteredJob } from './job-registry.js';
import { Quiescence } from './quiescence.js';
import type { JobRunner } from './job-runner.js';
import type { ClaimedJob, JobTable } from './job-table.js';

class CountedTable implements Partial<JobTable> {
  readonly limits: number[] = [];
  readonly released: string[] = [];
  claimed = 0;
  removed = 0;
  concurrentClaims = 0;
  mostConcurrentClaims = 0;
  mostHeld = 0;

  constructor(private readonly jobs: number) {}

  async claim(_job: object, limit: number): Promise<ClaimedJob[]> {
    this.limits.push(limit);
    this.mostConcurrentClaims = Math.max(this.mostConcurrentClaims, ++this.concurrentClaims);
    await new Promise((resolve) => setImmediate(resolve));
    this.concurrentClaims--;
    const size = Math.min(limit, this.jobs - this.claimed);
    const ids = Array.from({ length: size }, () => String(this.claimed++));
    this.mostHeld = Math.max(this.mostHeld, this.claimed - this.removed);
    return ids.map((id) => ({ id, key: id, data: {}, attempts: 1, dueAt: 1 }));
  }

  async remove(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.removed++;
  }

  async release(ids: readonly string[]): Promise<void> {
    this.released.push(...ids);
  }
}

const done: Pick<JobRunner, 'run'> = { run: () => Promise.resolve({ kind: 'done' }) };

function makeWorker(table: Partial<JobTable>, runner: Pick<JobRunner, 'run'>, concurrency: number): JobWorker {
  const job = { name: 'plain', concurrency } as RegisteredJob;
  return new JobWorker(
    job,
    table as JobTable,
    runner as JobRunner,
    new SystemClock(),
    {} as Log,
    new Quiescence(),
    () => undefined,
  );
}

describe('JobWorker', () => {
  it('reads each job of a long backlog once, by the page, and holds a bounded number', async () => {
    const table = new CountedTable(20_000);
    const worker = makeWorker(table, done, 8);
    // Requests add jobs meanwhile, each of which asks for a read.
    const adding = setInterval(() => worker.fill(), 1);
    worker.fill();
    await until(() => table.removed === 20_000);
    clearInterval(adding);
    expect(table.claimed).toBe(20_000);
    expect(table.limits.length).toBeLessThan(20_000 / 30);
    expect(table.mostConcurrentClaims).toBe(1);
    expect(table.mostHeld).toBeLessThan(500);
  });

  it('claims slow jobs only when they can begin', async () => {
    const table = new CountedTable(100);
    const worker = makeWorker(table, { run: () => new Promise(() => undefined) }, 3);
    worker.fill();
    await until(() => table.claimed === 3);
    worker.fill();
    worker.fill();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(table.limits).toEqual([3]);
  });

  it('does not run a job that it still runs when its lapsed claim is claimed again', async () => {
    let runs = 0;
    const job: ClaimedJob = { id: 'slow', key: 'slow', data: {}, attempts: 1, dueAt: 1 };
    let claims = 0;
    const table: Partial<JobTable> = { claim: () => (claims++, Promise.resolve([job])) };
    const run = () => (runs++, new Promise<never>(() => undefined));
    const worker = makeWorker(table, { run }, 2);
    worker.fill();
    await until(() => runs === 1);
    worker.fill();
    await until(() => claims >= 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(1);
  });

  it('gives back what it has not begun when it stops', async () => {
    const endings: (() => void)[] = [];
    const table = new CountedTable(200);
    let isQuick = true;
    const run: JobRunner['run'] = () =>
      new Promise((resolve) => {
        const end = () => resolve({ kind: 'done' });
        if (isQuick) end();
        else endings.push(end);
        if (table.removed > 100) isQuick = false;
      });
    const worker = makeWorker(table, { run }, 1);
    worker.fill();
    await until(() => endings.length === 1);
    const stopped = worker.stop();
    endings[0]!();
    await stopped;
    expect(table.released.length).toBeGreaterThan(0);
    expect(table.removed + table.released.length).toBe(table.claimed);
  });
});
