import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Log } from '../telemetry/log.js';
import { JobWorker } from './job-worker.js';
import type { ExhaustedJob, JobCounts, JobRequest } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { JobTable } from './job-table.js';
import { outsideTransaction } from '../database/outside-transaction.js';
import { WorkingJobQueue } from './working-job-queue.js';

/** What another process added, a command line say, is noticed this late. */
const LOOK_EVERY_MS = 1_000;

/**
 * The queue without Redis: the `job` table, worked by this process alone. Which jobs run is known in memory only, so
 * that after a crash they still wait. A job added in a unit of work is committed or rolled back with it.
 */
@Injectable()
export class InProcessJobQueue extends WorkingJobQueue {
  private readonly table: JobTable;
  private lanes: ReadonlyMap<string, JobWorker> = new Map();
  private timer: NodeJS.Timeout | undefined;
  private lookAt = Number.POSITIVE_INFINITY;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly registry: JobRegistry,
    private readonly runner: JobRunner,
    private readonly log: Log,
  ) {
    super();
    this.table = new JobTable(database);
  }

  async add(...jobs: JobRequest[]): Promise<void> {
    if (jobs.length === 0) return;
    for (const job of jobs) this.registry.check(job);
    await this.table.insert(jobs);
    this.database.afterCommit(() => outsideTransaction(() => this.wake(jobs)));
  }

  exhausted(limit: number): Promise<ExhaustedJob[]> {
    return this.table.exhausted(limit);
  }

  async retry(name: string, key: string): Promise<boolean> {
    if (!this.registry.hasJob(name)) return false;
    const revived = await this.table.revive(name, key);
    if (revived) this.database.afterCommit(() => outsideTransaction(() => this.lanes.get(name)?.fill()));
    return revived;
  }

  counts(): Promise<JobCounts> {
    return this.table.counts();
  }

  backlog(name: string): Promise<number> {
    return this.table.countDue(name);
  }

  ping(): Promise<void> {
    return this.table.ping();
  }

  async start(): Promise<void> {
    const lane = (name: string) =>
      new JobWorker(this.registry.job(name), this.table, this.runner, this.log, (time) => this.wakeAt(time));
    this.lanes = new Map(this.registry.jobs().map(({ name }) => [name, lane(name)]));
    this.wakeAt(Date.now());
  }

  async stop(): Promise<void> {
    const lanes = [...this.lanes.values()];
    this.lanes = new Map();
    clearTimeout(this.timer);
    await this.looking;
    await Promise.all(lanes.map((lane) => lane.stop()));
  }

  async close(): Promise<void> {
    // The database is not ours to close.
  }

  private wake(jobs: readonly JobRequest[]): void {
    for (const name of new Set(jobs.filter(({ delayMs }) => !delayMs).map((job) => job.name))) this.lanes.get(name)?.fill();
    for (const { delayMs } of jobs) if (delayMs) this.wakeAt(Date.now() + delayMs);
  }

  /** Looks at the table at that time, or before. */
  private wakeAt(time: number): void {
    if (this.lanes.size === 0 || this.lookAt <= time) return;
    clearTimeout(this.timer);
    this.lookAt = time;
    this.timer = setTimeout(
      () => {
        this.lookAt = Number.POSITIVE_INFINITY;
        this.looking = this.look();
      },
      Math.max(0, time - Date.now()),
    );
  }

  private async look(): Promise<void> {
    let next = Date.now() + LOOK_EVERY_MS;
    try {
      for (const [name, time] of await this.table.nextDue()) {
        if (time <= Date.now()) this.lanes.get(name)?.fill();
        else next = Math.min(next, time);
      }
    } catch (error) {
      this.log.problem('cannot look for jobs', error);
    }
    this.wakeAt(next);
  }
}
