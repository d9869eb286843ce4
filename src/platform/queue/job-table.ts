import { newId } from '../../kernel/ids.js';
import type { Database } from '../database/database.js';
import { BatchWriter } from '../database/batch-writer.js';
import { JobRow } from './job.row.js';
import type { ExhaustedJob, JobCounts, JobData, JobRequest } from './job-queue.js';

/** A job that is due. */
export interface DueJob {
  readonly id: string;
  readonly key: string;
  readonly data: JobData;
  /** Attempts that failed. */
  readonly attempts: number;
}

const INSERT_ROWS = 100;

/** The `job` table. Times are unix ms. */
export class JobTable {
  private readonly removals: BatchWriter<string>;

  constructor(private readonly database: Database) {
    this.removals = new BatchWriter(async (ids) => {
      await database.rowsOnce(`DELETE FROM job WHERE id IN (${ids.map(() => '?').join(',')})`, ids);
    });
  }

  /** Those whose name and key are there already stay as they are. Part of the caller's unit of work. */
  async insert(jobs: readonly JobRequest[]): Promise<void> {
    const onDuplicate = this.database.dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
    const now = Date.now();
    await this.database.transaction(async () => {
      for (let start = 0; start < jobs.length; start += INSERT_ROWS) {
        const rows = jobs.slice(start, start + INSERT_ROWS);
        await this.database.rowsOnce(
          `INSERT INTO job (id, name, job_key, data, state, run_at, attempts, recorded)
           VALUES ${rows.map(() => "(?, ?, ?, ?, 'waiting', ?, 0, ?)").join(', ')} ${onDuplicate}`,
          rows.flatMap(({ name, key, data, delayMs }) => [newId(), name, key, JSON.stringify(data), now + (delayMs ?? 0), now]),
        );
      }
    });
  }

  /** Jobs of this name that may run now, longest due first. */
  async due(name: string, limit: number): Promise<DueJob[]> {
    const rows = await this.database.rows<{ id: string; job_key: string; data: string; attempts: number }>(
      `SELECT id, job_key, data, attempts FROM job WHERE name = ? AND state = 'waiting' AND run_at <= ? ORDER BY run_at LIMIT ${limit}`,
      [name, Date.now()],
    );
    return rows.map((row) => ({
      id: row.id,
      key: row.job_key,
      data: JSON.parse(row.data) as JobData,
      attempts: row.attempts,
    }));
  }

  /** By name, when the next job of that name is due. */
  async nextDue(): Promise<Map<string, number>> {
    const rows = await this.database.rows<{ name: string; next: number }>(
      "SELECT name, MIN(run_at) AS next FROM job WHERE state = 'waiting' GROUP BY name",
    );
    return new Map(rows.map(({ name, next }) => [name, next]));
  }

  remove(id: string): Promise<void> {
    return this.removals.add(id);
  }

  async postpone(id: string, runAt: number, attempts: number, lastError: string): Promise<void> {
    await this.database.repository(JobRow).update(id, { runAt, attempts, lastError });
  }

  async exhaust(id: string, attempts: number, lastError: string): Promise<void> {
    await this.database.repository(JobRow).update(id, { state: 'exhausted', runAt: Date.now(), attempts, lastError });
  }

  async revive(name: string, key: string): Promise<boolean> {
    const { affected } = await this.database
      .repository(JobRow)
      .update({ name, key, state: 'exhausted' }, { state: 'waiting', attempts: 0, runAt: Date.now() });
    return affected === 1;
  }

  async exhausted(limit: number): Promise<ExhaustedJob[]> {
    const rows = await this.database
      .repository(JobRow)
      .find({ where: { state: 'exhausted' }, order: { runAt: 'DESC', id: 'DESC' }, take: limit });
    return rows.map(({ name, key, data, attempts, lastError, runAt }) => ({
      name,
      key,
      data: JSON.parse(data) as JobData,
      attempts,
      error: lastError ?? '',
      failedAt: runAt,
    }));
  }

  async counts(): Promise<JobCounts> {
    const rows = await this.database.rows<{ state: JobRow['state']; jobs: number }>(
      'SELECT state, COUNT(*) AS jobs FROM job GROUP BY state',
    );
    const count = (state: JobRow['state']) => rows.find((row) => row.state === state)?.jobs ?? 0;
    return { waiting: count('waiting'), exhausted: count('exhausted') };
  }

  async countDue(name: string): Promise<number> {
    const [row] = await this.database.rows<{ jobs: number }>(
      "SELECT COUNT(*) AS jobs FROM job WHERE name = ? AND state = 'waiting' AND run_at <= ?",
      [name, Date.now()],
    );
    return row!.jobs;
  }

  async ping(): Promise<void> {
    await this.database.rows('SELECT id FROM job LIMIT 1');
  }
}
