import type { Clock } from '../../kernel/clock.js';
import { type DomainEvent, domainEvent, subjectOf } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import type { Database } from '../database/database.js';
import { placeholders } from '../database/placeholders.js';
import type { JobDefinition } from './job-queue.js';
import { OutboxRow } from './outbox.row.js';

export interface DueJob {
  readonly id: string;
  readonly job_key: string;
  readonly data: string;
  readonly attempts: number;
  readonly run_at: number;
  readonly claimed_by: string;
  readonly crashes: number;
}

type Job = Pick<JobDefinition, 'name' | 'outlivesCrashes'>;

/** What ended its process this often is not run again. */
const MAX_CRASHES = 2;
const ENDED = 'its process ended';
/** A job that runs longer is slow rather than deadly, and the next one begins. */
const ALONE_MS = 5_000;
/** Until the next look at whether another one is still under way. */
const WAIT_MS = 100;
const MAX_PAUSE_MS = 600_000;

/**
 * A process that ended leaves its claims, and one of these jobs may have ended it. They begin one at a time, so that the next crash
 * tells which; that one is set aside, because it would end every process that runs it.
 */
export class CrashedJobs {
  private alone: { readonly id: string; readonly until: number } | undefined;

  /** @param wakeAt asks for another claim at that time */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly wakeAt: (time: number) => void,
  ) {}

  /** The due jobs to claim now, in the caller's transaction. @param holder this process, whose own late claims are no crashes */
  async takeFrom(rows: readonly DueJob[], job: Job, holder: string): Promise<readonly DueJob[]> {
    const taken: DueJob[] = [];
    const waiting: string[] = [];
    for (const row of rows) {
      const isLost = row.claimed_by !== '' && row.claimed_by !== holder;
      const crashes = row.crashes + (isLost ? 1 : 0);
      if (isLost) await this.change([row.id], 'crashes = ?, last_error = ?', [crashes, ENDED]);
      if (
        crashes < MAX_CRASHES ? crashes === 0 || job.outlivesCrashes || this.beginsAlone(row.id) : job.outlivesCrashes && !isLost
      )
        taken.push(row);
      else if (crashes < MAX_CRASHES) waiting.push(row.id);
      else if (job.outlivesCrashes) await this.pause(row, job, crashes);
      else await this.setAside(row, job, crashes);
    }
    if (waiting.length > 0) await this.change(waiting, "claimed_by = '', run_at = ?", [this.after(WAIT_MS)]);
    return taken;
  }

  /** The job has ended, or does not begin. */
  free(...ids: readonly string[]): void {
    if (this.alone && ids.includes(this.alone.id)) this.alone = undefined;
  }

  private beginsAlone(id: string): boolean {
    const now = this.clock.now();
    if (this.alone && this.alone.id !== id && this.alone.until > now) return false;
    this.alone = { id, until: now + ALONE_MS };
    return true;
  }

  private async setAside(row: DueJob, job: Job, crashes: number): Promise<void> {
    const change = "state = 'exhausted', last_error = ?, claimed_by = '', run_at = ?";
    await this.change([row.id], change, [`${ENDED} ${crashes} times`, this.clock.now()]);
    await this.tell(domainEvent('job.set_aside', told(row, job)));
  }

  private async pause(row: DueJob, job: Job, crashes: number): Promise<void> {
    const pauseMs = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** (crashes - MAX_CRASHES));
    await this.change([row.id], "claimed_by = '', run_at = ?", [this.after(pauseMs)]);
    if (crashes === 2 * MAX_CRASHES) await this.tell(domainEvent('job.crashes', told(row, job)));
  }

  /** By the row: the outbox itself needs the queue. */
  private async tell({ name, data }: DomainEvent): Promise<void> {
    const createdAt = this.database.clock.now();
    const row = { id: newId(), name, subject: subjectOf(data), data: JSON.stringify(data), createdAt, queuedAt: 0 };
    await this.database.repository(OutboxRow).insert(row);
  }

  private async change(ids: readonly string[], change: string, values: readonly (string | number)[]): Promise<void> {
    await this.database.rowsOnce(`UPDATE job SET ${change} WHERE id IN (${placeholders(ids)})`, [...values, ...ids]);
  }

  private after(ms: number): number {
    const time = this.clock.now() + ms;
    this.wakeAt(time);
    return time;
  }
}

function told({ id, job_key: key }: DueJob, { name }: Job) {
  return { jobId: id, name, key };
}
