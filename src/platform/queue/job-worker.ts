import type { Log } from '../telemetry/log.js';
import type { DueJob, JobTable } from './job-table.js';
import type { JobRunner } from './job-runner.js';
import type { RegisteredJob } from './job-registry.js';

const READ_AHEAD = 16;
const PAUSE_AFTER_FAULT_MS = 1_000;

/** The jobs of one name in this process: as many at once as the job allows, so that no name keeps another waiting. */
export class JobWorker {
  /** Ids that wait in this process, run, or are about to be deleted; in the table they all count as waiting. */
  private readonly held = new Set<string>();
  /** Ids let go while a read was under way: it may still show them as they were before. */
  private readonly letGo = new Set<string>();
  private readonly ready: DueJob[] = [];
  private readonly running = new Set<Promise<void>>();
  private filling: Promise<void> | undefined;
  private isAskedAgain = false;
  private isStopped = false;

  /** @param wakeAt asks for `fill` at that time, unix ms */
  constructor(
    readonly job: RegisteredJob,
    private readonly table: JobTable,
    private readonly runner: JobRunner,
    private readonly log: Log,
    private readonly wakeAt: (time: number) => void,
  ) {}

  /** Takes what is due. */
  fill(): void {
    if (this.isStopped) return;
    if (this.filling) {
      this.isAskedAgain = true;
      return;
    }
    this.isAskedAgain = false;
    this.filling = this.read().finally(() => {
      this.filling = undefined;
      if (this.isAskedAgain) this.fill();
    });
  }

  /** Takes nothing further; resolves when what runs is finished. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.ready.length = 0;
    await this.filling;
    await Promise.all(this.running);
  }

  private async read(): Promise<void> {
    this.letGo.clear();
    try {
      const limit = this.held.size + READ_AHEAD;
      const due = await this.table.due(this.job.name, limit);
      if (this.isStopped) return;
      for (const row of due) {
        if (this.held.has(row.id) || this.letGo.has(row.id)) continue;
        this.held.add(row.id);
        this.ready.push(row);
      }
      this.runReady();
    } catch (error) {
      this.log.problem('cannot read jobs', error, { job: this.job.name });
      this.wakeAt(Date.now() + PAUSE_AFTER_FAULT_MS);
    }
  }

  private runReady(): void {
    while (this.running.size < this.job.concurrency) {
      const row = this.ready.shift();
      if (!row) return;
      const work = this.work(row).finally(() => {
        this.running.delete(work);
        if (this.isStopped) return;
        this.runReady();
        if (this.ready.length === 0) this.fill();
      });
      this.running.add(work);
    }
  }

  private async work(row: DueJob): Promise<void> {
    const attempts = row.attempts + 1;
    try {
      const outcome = await this.runner.run(this.job, row.key, row.data, attempts);
      if (outcome.kind === 'done') await this.table.remove(row.id);
      else if (outcome.kind === 'exhausted') await this.table.exhaust(row.id, attempts, outcome.error);
      else {
        const runAt = Date.now() + outcome.delayMs;
        await this.table.postpone(row.id, runAt, attempts, outcome.error);
        this.wakeAt(runAt);
      }
    } catch (error) {
      // Its row still says that it waits, so it runs once more.
      this.log.problem('cannot note the end of a job', error, { job: this.job.name, key: row.key });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAULT_MS));
    } finally {
      this.held.delete(row.id);
      this.letGo.add(row.id);
    }
  }
}
