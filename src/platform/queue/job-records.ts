import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { Database } from '../database/database.js';
import { jobNames } from './job-table.js';
import { JobQueue } from './job-queue.js';
import { JobRow } from './job.row.js';

/** running: a process has claimed it, for another attempt. */
export type JobStatus = 'exhausted' | 'failing' | 'running';

/** A job that failed, without its data. */
export interface JobRecord {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly status: JobStatus;
  readonly attempts: number;
  /** Error of the last attempt, without values. */
  readonly error: string;
  readonly queuedAt: number;
  /** When it failed for good, or is tried next. */
  readonly createdAt: number;
}

/** Waiting jobs of one name among which the failing ones are looked for, the last due first. */
const LOOKED_THROUGH = 1_000;

/** Jobs that used up their attempts, and those that failed and are tried again. */
@Injectable()
export class JobRecords {
  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Undefined where it never failed. */
  async find(id: string): Promise<JobRecord | undefined> {
    const row = await this.database.repository(JobRow).findOneBy({ id });
    return row && hasFailed(row) ? toRecord(row) : undefined;
  }

  async findMany(ids: readonly string[]): Promise<JobRecord[]> {
    const rows = await this.database.repository(JobRow).findBy({ id: In([...ids]) });
    return rows.filter(hasFailed).map(toRecord);
  }

  /** The latest time first. */
  list(status: 'exhausted' | 'failing', page: PageRequest): Promise<Page<JobRecord>> {
    return readPage(page, async (before = Number.MAX_SAFE_INTEGER, limit) => {
      const found = await this.ofEachName((name) =>
        status === 'exhausted' ? this.exhausted(name, before, limit) : this.failing(name, before),
      );
      return found.toSorted((one, other) => other.createdAt - one.createdAt).slice(0, limit);
    });
  }

  /** @param after failed later than that */
  async oldestExhausted(limit: number, after = -1): Promise<JobRecord[]> {
    const found = await this.ofEachName((name) =>
      this.rows(`WHERE name = ? AND state = 'exhausted' AND run_at > ? ORDER BY run_at LIMIT ${limit}`, [name, after]),
    );
    return found.toSorted((one, other) => one.createdAt - other.createdAt).slice(0, limit);
  }

  /** Counted up to the limit. */
  async countExhausted(limit: number): Promise<number> {
    const sql = `SELECT id FROM job WHERE name = ? AND state = 'exhausted' LIMIT ${limit}`;
    const found = await this.ofEachName((name) => this.database.rows<object>(sql, [name]));
    return Math.min(found.length, limit);
  }

  /** Makes it due at once, in the caller's unit of work. False where a process has claimed it, or none has a handler for it. */
  async retry({ id, name, key, status }: JobRecord): Promise<boolean> {
    if (status === 'exhausted') return this.queue.retry(name, key);
    const unclaimed = { id, state: 'waiting', claimedBy: '' } as const;
    const { affected } = await this.database.repository(JobRow).update(unclaimed, { runAt: this.clock.now() });
    return affected === 1;
  }

  private exhausted(name: string, before: number, limit: number): Promise<JobRecord[]> {
    return this.rows(`WHERE name = ? AND state = 'exhausted' AND run_at < ? ORDER BY run_at DESC LIMIT ${limit}`, [name, before]);
  }

  private async failing(name: string, before: number): Promise<JobRecord[]> {
    return this.rows(`WHERE name = ? AND state = 'waiting' AND run_at < ? ORDER BY run_at DESC LIMIT ${LOOKED_THROUGH}`, [
      name,
      before,
    ]);
  }

  private async rows(conditions: string, values: readonly (string | number)[]): Promise<JobRecord[]> {
    const rows = await this.database.rows<JobRow>(
      `SELECT id, name, job_key AS \`key\`, state, run_at AS runAt, attempts, last_error AS lastError, recorded AS createdAt,
         claimed_by AS claimedBy FROM job ${conditions}`,
      values,
    );
    return rows.filter(hasFailed).map(toRecord);
  }

  /** The index of the table begins with the name. */
  private async ofEachName<Item>(read: (name: string) => Promise<Item[]>): Promise<Item[]> {
    return (await Promise.all((await jobNames(this.database)).map(read))).flat();
  }
}

/** The first attempt counts from its beginning, before anything failed. */
function hasFailed({ state, attempts, lastError }: Pick<JobRow, 'state' | 'attempts' | 'lastError'>): boolean {
  return state === 'exhausted' || (attempts > 0 && lastError !== null);
}

function toRecord({ id, name, key, state, claimedBy, attempts, lastError, runAt, createdAt }: Omit<JobRow, 'data'>): JobRecord {
  const waiting = claimedBy === '' ? 'failing' : 'running';
  const status = state === 'exhausted' ? state : waiting;
  return { id, name, key, status, attempts, error: lastError ?? '', queuedAt: createdAt, createdAt: runAt };
}
