import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { BatchWriter } from '../database/batch-writer.js';
import type { Database } from '../database/database.js';
import { claimLock } from '../database/server-dialect.js';
import { CrashedJobs, type DueJob } from './crashed-jobs.js';
import type { ExhaustedJob, JobCounts, JobData, JobDefinition, JobRequest } from './job-queue.js';
import { placeholders } from '../database/placeholders.js';

/** Names of all jobs in the table. One index look-up a name; DISTINCT would read the whole table on SQLite. */
export async function jobNames(database: Database): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const [row] = await database.rows<{ name: string | null }>('SELECT MIN(name) AS name FROM job WHERE name > ?', [
      names.at(-1) ?? '',
    ]);
    if (!row?.name) return names;
    names.push(row.name);
  }
}

export interface ClaimedJob {
  readonly id: string;
  readonly key: string;
  readonly data: JobData;
  /** This one included. */
  readonly attempts: number;
  readonly dueAt: number;
}

/** A claim that is not renewed expires after this time. */
export const CLAIM_MS = 15_000;
/** Bounds the cost of a count. */
export const COUNT_LIMIT = 10_000;

const INSERT_ROWS = 100;

/** The `job` table. A claim sets `run_at` to its own end, so that claimed jobs are not due. */
export class JobTable {
  private readonly holder = newId();
  private readonly removals: BatchWriter<string>;
  private readonly crashed: CrashedJobs;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    wakeAt: (time: number) => void = () => undefined,
  ) {
    this.crashed = new CrashedJobs(database, clock, wakeAt);
    this.removals = new BatchWriter(async (ids) => {
      await database.rowsOnce(`DELETE FROM job WHERE id IN (${placeholders(ids)}) AND claimed_by = ?`, [...ids, this.holder]);
    });
  }

  /** In the caller's unit of work; existing jobs stay. */
  async insert(jobs: readonly JobRequest[]): Promise<void> {
    const onDuplicate = this.database.dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
    const now = this.clock.now();
    const write = async () => {
      for (let start = 0; start < jobs.length; start += INSERT_ROWS) {
        const rows = jobs.slice(start, start + INSERT_ROWS);
        await this.database.rowsOnce(
          `INSERT INTO job (id, name, job_key, data, state, run_at, attempts, recorded)
           VALUES ${rows.map(() => "(?, ?, ?, ?, 'waiting', ?, 0, ?)").join(', ')} ${onDuplicate}`,
          rows.flatMap(({ name, key, data, delayMs }) => [newId(), name, key, JSON.stringify(data), now + (delayMs ?? 0), now]),
        );
      }
    };
    await (jobs.length <= INSERT_ROWS ? write() : this.database.transaction(write));
  }

  /** Claims due jobs, longest due first, which counts as an attempt. @param dueFrom skips the part of the index that earlier claims emptied */
  claim(job: Pick<JobDefinition, 'name' | 'outlivesCrashes'>, limit: number, dueFrom = 0): Promise<ClaimedJob[]> {
    return this.database.transaction(async () => {
      const now = this.clock.now();
      const rows = await this.database.rows<DueJob>(
        `SELECT id, job_key, data, attempts, run_at, claimed_by, crashes FROM job
         WHERE name = ? AND state = 'waiting' AND run_at >= ? AND run_at <= ? ORDER BY run_at LIMIT ${limit} ${claimLock(this.database)}`,
        [job.name, dueFrom, now],
      );
      const taken = await this.crashed.takeFrom(rows, job, this.holder);
      if (taken.length === 0) return [];
      const ids = taken.map(({ id }) => id);
      await this.database.rowsOnce(
        `UPDATE job SET attempts = attempts + CASE WHEN claimed_by = ? THEN 0 ELSE 1 END, run_at = ?, claimed_by = ?
         WHERE id IN (${placeholders(ids)})`,
        [this.holder, now + CLAIM_MS, this.holder, ...ids],
      );
      return taken.map((row) => ({
        id: row.id,
        key: row.job_key,
        data: JSON.parse(row.data) as JobData,
        attempts: row.attempts + (row.claimed_by === this.holder ? 0 : 1),
        dueAt: row.run_at,
      }));
    });
  }

  async renew(ids: readonly string[]): Promise<void> {
    await this.changeClaimed(ids, 'run_at = ?', [this.clock.now() + CLAIM_MS]);
  }

  /** Jobs that have not begun, which are due at once. */
  async release(ids: readonly string[]): Promise<void> {
    this.crashed.free(...ids);
    await this.changeClaimed(ids, "run_at = ?, attempts = attempts - 1, claimed_by = ''", [this.clock.now()]);
  }

  /** Jobs that still run when this process ends at its own will; they are due when their claim would have expired. */
  async abandon(ids: readonly string[]): Promise<void> {
    await this.changeClaimed(ids, "claimed_by = ''", []);
  }

  /** Lets the claims of ended processes expire, for a process that is known to be the only one. */
  async expireAll(name: string): Promise<void> {
    const now = this.clock.now();
    await this.database.rows(
      "UPDATE job SET run_at = ? WHERE name = ? AND state = 'waiting' AND run_at > ? AND claimed_by <> ''",
      [now, name, now],
    );
  }

  /** When the next job of each name is due or its claim expires. */
  async nextDue(names: readonly string[]): Promise<Map<string, number>> {
    if (names.length === 0) return new Map();
    // One index look-up a name. GROUP BY would read every waiting job on SQLite.
    const next = "SELECT ? AS name, (SELECT MIN(run_at) FROM job WHERE name = ? AND state = 'waiting') AS due";
    const rows = await this.database.rows<{ name: string; due: number | null }>(
      names.map(() => next).join(' UNION ALL '),
      names.flatMap((name) => [name, name]),
    );
    return new Map(rows.flatMap(({ name, due }) => (due === null ? [] : [[name, due]])));
  }

  remove(id: string): Promise<void> {
    this.crashed.free(id);
    return this.removals.add(id);
  }

  async postpone(id: string, runAt: number, attempts: number, lastError: string): Promise<void> {
    this.crashed.free(id);
    await this.database.rows(
      "UPDATE job SET run_at = ?, attempts = ?, last_error = ?, claimed_by = '' WHERE id = ? AND claimed_by = ?",
      [runAt, attempts, lastError, id, this.holder],
    );
  }

  async exhaust(id: string, attempts: number, lastError: string): Promise<void> {
    this.crashed.free(id);
    await this.database.rows(
      "UPDATE job SET state = 'exhausted', run_at = ?, attempts = ?, last_error = ?, claimed_by = '' WHERE id = ? AND claimed_by = ?",
      [this.clock.now(), attempts, lastError, id, this.holder],
    );
  }

  /** False when there is no exhausted job of this name and key. */
  revive(name: string, key: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const [row] = await this.database.rows("SELECT id FROM job WHERE name = ? AND job_key = ? AND state = 'exhausted'", [
        name,
        key,
      ]);
      if (!row) return false;
      await this.database.rows(
        "UPDATE job SET state = 'waiting', attempts = 0, crashes = 0, run_at = ? WHERE name = ? AND job_key = ? AND state = 'exhausted'",
        [this.clock.now(), name, key],
      );
      return true;
    });
  }

  async exhausted(limit: number): Promise<ExhaustedJob[]> {
    const jobs: ExhaustedJob[] = [];
    for (const name of await jobNames(this.database)) {
      const rows = await this.database.rowsOnce<{
        job_key: string;
        data: string;
        attempts: number;
        last_error: string | null;
        run_at: number;
      }>(
        `SELECT job_key, data, attempts, last_error, run_at FROM job
         WHERE name = ? AND state = 'exhausted' ORDER BY run_at DESC, id DESC LIMIT ${limit}`,
        [name],
      );
      for (const row of rows)
        jobs.push({
          name,
          key: row.job_key,
          data: JSON.parse(row.data) as JobData,
          attempts: row.attempts,
          error: row.last_error ?? '',
          failedAt: row.run_at,
        });
    }
    return jobs.toSorted((one, other) => other.failedAt - one.failedAt).slice(0, limit);
  }

  async counts(): Promise<JobCounts> {
    const counts = { waiting: 0, exhausted: 0 };
    for (const name of await jobNames(this.database))
      for (const state of ['waiting', 'exhausted'] as const)
        counts[state] += await this.count('name = ? AND state = ?', [name, state], COUNT_LIMIT);
    return counts;
  }

  /** Unclaimed due jobs, counted up to the limit. */
  countDue(name: string, limit: number): Promise<number> {
    return this.count("name = ? AND state = 'waiting' AND run_at <= ?", [name, this.clock.now()], limit);
  }

  async ping(): Promise<void> {
    await this.database.rows('SELECT id FROM job LIMIT 1');
  }

  private async count(condition: string, values: readonly (string | number)[], limit: number): Promise<number> {
    const [row] = await this.database.rows<{ jobs: number }>(
      `SELECT COUNT(*) AS jobs FROM (SELECT 1 FROM job WHERE ${condition} LIMIT ${limit}) AS counted`,
      values,
    );
    return row!.jobs;
  }

  private async changeClaimed(ids: readonly string[], change: string, values: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.rowsOnce(`UPDATE job SET ${change} WHERE id IN (${placeholders(ids)}) AND claimed_by = ?`, [
      ...values,
      ...ids,
      this.holder,
    ]);
  }
}
