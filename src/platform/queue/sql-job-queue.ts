import { Injectable } from '@nestjs/common';
import { after, every, type Timer } from '../../kernel/timers.js';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { outsideTransaction } from '../database/outside-transaction.js';
import { Log } from '../telemetry/log.js';
import { JobNotifier } from './job-notifier.js';
import { type ExhaustedJob, type JobCounts, JobQueue, type JobRequest, OldestWaiting } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { CLAIM_MS, JobTable } from './job-table.js';
import { JobWorker } from './job-worker.js';
import { Quiescence } from './quiescence.js';

/** Delay of jobs whose notification was lost. */
const LOOK_EVERY_MS = 2_000;
const RENEW_EVERY_MS = CLAIM_MS / 3;

/** The `job` table, from which any number of processes claim jobs. */
@Injectable()
export class SqlJobQueue extends JobQueue {
  private readonly table: JobTable;
  private workers: ReadonlyMap<string, JobWorker> = new Map();
  private timer: Timer | undefined;
  private renewal: Timer | undefined;
  private isRunning = false;
  private lookAt = Number.POSITIVE_INFINITY;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly registry: JobRegistry,
    private readonly runner: JobRunner,
    private readonly notifier: JobNotifier,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly quiescence: Quiescence,
  ) {
    super();
    this.table = new JobTable(database, clock, (time) => this.wakeAt(time));
  }

  async add(...jobs: JobRequest[]): Promise<void> {
    if (jobs.length === 0) return;
    for (const job of jobs) this.registry.check(job);
    await this.table.insert(jobs);
    this.database.afterCommit(() => outsideTransaction(() => this.hint(jobs)));
  }

  /** For what is due since the clock was set forward, of which the timer knows nothing. */
  lookNow(): void {
    if (!this.isRunning) return;
    this.timer?.stop();
    this.lookAt = Number.POSITIVE_INFINITY;
    const look = this.quiescence.during(() => this.look());
    this.looking = Promise.all([this.looking, look]).then(() => undefined);
  }

  exhausted(limit: number): Promise<ExhaustedJob[]> {
    return this.table.exhausted(limit);
  }

  async retry(name: string, key: string): Promise<boolean> {
    if (!this.registry.hasJob(name)) return false;
    const isRevived = await this.table.revive(name, key);
    if (isRevived) this.database.afterCommit(() => outsideTransaction(() => this.hint([{ name }])));
    return isRevived;
  }

  counts(): Promise<JobCounts> {
    return this.table.counts();
  }

  backlog(name: string, limit: number): Promise<number> {
    return this.table.countDue(name, limit);
  }

  @OldestWaiting('job', 600_000)
  async oldestWaiting(): Promise<number | undefined> {
    const due = await this.table.nextDue(this.registry.jobs().map(({ name }) => name));
    return due.size === 0 ? undefined : Math.min(...due.values());
  }

  async ping(): Promise<void> {
    await Promise.all([this.table.ping(), this.notifier.ping()]);
  }

  async start(): Promise<void> {
    const jobs = this.registry.jobs();
    // Without Redis no other process uses this database, so all claims are stale.
    if (!this.config.redisUrl) for (const { name } of jobs) await this.table.expireAll(name);
    const { table, runner, clock, log, quiescence } = this;
    const worker = (name: string) =>
      new JobWorker(this.registry.job(name), table, runner, clock, log, quiescence, (time) => this.wakeAt(time));
    this.workers = new Map(jobs.map(({ name }) => [name, worker(name)]));
    this.isRunning = true;
    this.renewal = every(RENEW_EVERY_MS, () => void this.renewClaims());
    this.notifier.listen(({ name, dueAt }) => outsideTransaction(() => this.wake(name, dueAt)));
    this.wakeAt(this.clock.now());
  }

  /** Resolves when running jobs are finished; adding still works. */
  async stop(): Promise<void> {
    this.isRunning = false;
    this.timer?.stop();
    await Promise.all([this.notifier.stop(), this.looking, ...[...this.workers.values()].map((worker) => worker.stop())]);
    this.renewal?.stop();
    this.workers = new Map();
  }

  /** That the process ends is not the fault of the jobs that still run: another one repeats them. */
  async abandonRunning(): Promise<void> {
    for (const worker of this.workers.values()) await this.table.abandon(worker.heldIds());
  }

  /** Claims of running jobs expire. */
  async close(): Promise<void> {
    this.isRunning = false;
    this.timer?.stop();
    this.renewal?.stop();
    for (const worker of this.workers.values()) worker.abandon();
    this.workers = new Map();
    await this.notifier.close();
  }

  private hint(jobs: readonly Pick<JobRequest, 'name' | 'delayMs'>[]): void {
    const now = this.clock.now();
    const dueAt = new Map<string, number>();
    for (const { name, delayMs = 0 } of jobs) {
      dueAt.set(name, Math.min(dueAt.get(name) ?? Infinity, now + delayMs));
      if (delayMs > 0) this.wakeAt(now + delayMs);
    }
    for (const [name, due] of dueAt) {
      this.wake(name, due);
      if (this.workers.get(name)?.isSaturated !== false) this.notifier.notify({ name, dueAt: due });
    }
  }

  private wake(name: string, dueAt: number): void {
    if (dueAt <= this.clock.now()) this.workers.get(name)?.fill();
    else this.wakeAt(dueAt);
  }

  /** Checks the table at that time, or before. */
  private wakeAt(time: number): void {
    if (!this.isRunning || this.lookAt <= time) return;
    this.timer?.stop();
    this.lookAt = time;
    this.timer = after(Math.max(0, time - this.clock.now()), () => this.lookNow());
  }

  private async look(): Promise<void> {
    let next = this.clock.now() + LOOK_EVERY_MS;
    try {
      const idle = [...this.workers].filter(([, worker]) => !worker.isSaturated).map(([name]) => name);
      for (const [name, time] of await this.table.nextDue(idle)) {
        if (time <= this.clock.now()) this.workers.get(name)?.fill();
        else next = Math.min(next, time);
      }
    } catch (error) {
      this.log.problem('cannot look for jobs', error);
    }
    this.wakeAt(next);
  }

  private async renewClaims(): Promise<void> {
    for (const worker of this.workers.values()) {
      const ids = worker.heldIds();
      const until = this.clock.now() + CLAIM_MS;
      try {
        await this.table.renew(ids);
        worker.extendClaims(ids, until);
      } catch (error) {
        this.log.warning('cannot renew the claims of jobs', { job: worker.job.name }, error);
      }
    }
  }
}
