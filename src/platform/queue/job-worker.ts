import { steadyMs } from '../../kernel/timers.js';
import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../telemetry/log.js';
import { CLAIM_MS, type ClaimedJob, type JobTable } from './job-table.js';
import type { JobRunner } from './job-runner.js';
import type { Quiescence } from './quiescence.js';
import type { RegisteredJob } from './job-registry.js';

const MAX_READ_AHEAD = 64;
/** Jobs are claimed ahead only where the last full page was finished within this time. */
const QUICK_PAGE_MS = 100;
/** Finished jobs with undeleted rows, beyond which no more are claimed. */
const MAX_UNSETTLED = 256;
/** Within this time claims continue after the last one instead of searching from the beginning. */
const RESCAN_MS = 1_000;
const PAUSE_AFTER_FAULT_MS = 1_000;

interface HeldJob {
  readonly job: ClaimedJob;
  claimedUntil: number;
}

/** Runs the jobs of one name in this process, with a bounded number of claims. */
export class JobWorker {
  /** Buffered, running, or finished and not yet deleted. */
  private readonly held = new Map<string, HeldJob>();
  private readonly buffer: HeldJob[] = [];
  private readonly unsettled = new Set<Promise<void>>();
  private running = 0;
  private readAhead = 0;
  private claiming: Promise<void> | undefined;
  private mayHaveDue = false;
  private isStopped = false;
  private dueFrom = 0;
  private rescanAt = 0;
  private claimedAt = 0;

  /** @param wakeAt asks for `fill` at that time */
  constructor(
    readonly job: RegisteredJob,
    private readonly table: JobTable,
    private readonly runner: JobRunner,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly quiescence: Quiescence,
    private readonly wakeAt: (time: number) => void,
  ) {}

  fill(): void {
    this.mayHaveDue = true;
    this.claimIfNeeded();
  }

  get isSaturated(): boolean {
    return this.mayHaveDue && this.claiming === undefined;
  }

  heldIds(): string[] {
    return [...this.held.keys()];
  }

  extendClaims(ids: readonly string[], until: number): void {
    for (const id of ids) {
      const held = this.held.get(id);
      if (held) held.claimedUntil = until;
    }
  }

  /** Releases claims of buffered jobs; resolves when the running ones are finished. */
  async stop(): Promise<void> {
    this.abandon();
    await this.claiming;
    const unstarted = this.buffer.splice(0).map(({ job }) => job.id);
    for (const id of unstarted) this.held.delete(id);
    await this.table
      .release(unstarted)
      .catch((error: unknown) => this.log.warning('cannot give claims back', { job: this.job.name }, error));
    await Promise.all(this.unsettled);
  }

  abandon(): void {
    this.isStopped = true;
  }

  /** One claim at a time, and none while enough is buffered. */
  private claimIfNeeded(): void {
    if (this.isStopped || this.claiming || !this.mayHaveDue || this.unsettled.size >= MAX_UNSETTLED) return;
    const wanted = this.job.concurrency - this.running + this.readAhead - this.buffer.length;
    if (wanted <= this.readAhead / 2) return;
    this.mayHaveDue = false;
    this.claiming = this.quiescence
      .during(() => this.claim(wanted))
      .finally(() => {
        this.claiming = undefined;
        this.claimIfNeeded();
      });
  }

  private async claim(limit: number): Promise<void> {
    try {
      const now = this.clock.now();
      if (now >= this.rescanAt) {
        this.dueFrom = 0;
        this.rescanAt = now + RESCAN_MS;
      }
      const jobs = await this.table.claim(this.job, limit, this.dueFrom);
      const isFull = jobs.length === limit;
      // Jobs of transactions that commit late are due before the last one claimed.
      this.dueFrom = isFull ? jobs.at(-1)!.dueAt : 0;
      if (isFull) this.mayHaveDue = true;
      this.adaptReadAhead(isFull);
      for (const job of jobs) {
        // A claim of our own may have expired while the job still runs.
        if (this.held.has(job.id)) continue;
        const held = { job, claimedUntil: now + CLAIM_MS };
        this.held.set(job.id, held);
        this.buffer.push(held);
      }
      if (!this.isStopped) this.startBuffered();
    } catch (error) {
      this.log.problem('cannot claim jobs', error, { job: this.job.name });
      this.wakeAt(this.clock.now() + PAUSE_AFTER_FAULT_MS);
    }
  }

  /** Slow jobs are left to other processes until they can begin. */
  private adaptReadAhead(isFull: boolean): void {
    const now = steadyMs();
    if (isFull && now - this.claimedAt < QUICK_PAGE_MS) this.readAhead = Math.min(MAX_READ_AHEAD, this.readAhead * 2 || 4);
    else if (isFull) this.readAhead = this.readAhead >> 1;
    this.claimedAt = now;
  }

  private startBuffered(): void {
    while (this.running < this.job.concurrency && !this.isStopped) {
      const held = this.buffer.shift();
      if (!held) break;
      if (held.claimedUntil > this.clock.now()) this.start(held);
      else {
        this.held.delete(held.job.id);
        this.mayHaveDue = true;
      }
    }
    this.claimIfNeeded();
  }

  private start({ job }: HeldJob): void {
    this.running++;
    const work = this.quiescence
      .during(() => this.work(job))
      .finally(() => {
        this.unsettled.delete(work);
        this.held.delete(job.id);
        this.claimIfNeeded();
      });
    this.unsettled.add(work);
  }

  private async work({ id, key, data, attempts }: ClaimedJob): Promise<void> {
    const result = await this.runner.run(this.job, key, data, attempts);
    // The next one begins while the row of this one is deleted.
    this.running--;
    this.startBuffered();
    try {
      if (result.kind === 'done') await this.table.remove(id);
      else if (result.kind === 'exhausted') await this.table.exhaust(id, attempts, result.error);
      else {
        const runAt = this.clock.now() + result.delayMs;
        await this.table.postpone(id, runAt, result.kind === 'deferred' ? attempts - 1 : attempts, result.error);
        this.wakeAt(runAt);
      }
    } catch (error) {
      // It runs again when its claim expires.
      this.log.problem('cannot record the end of a job', error, { job: this.job.name, key });
    }
  }
}
