import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Job } from '../../src/platform/queue/job-queue.js';
import { COUNT_LIMIT } from '../../src/platform/queue/job-table.js';
import type { Database } from '../../src/platform/database/database.js';
import { until } from '../support/until.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';

const BACKLOG = 200_000;
const ROWS_A_STATEMENT = 5_000;

class TestJobs {
  ran = 0;

  @Job('plain', { concurrency: 8 })
  async plain(): Promise<void> {
    this.ran++;
  }

  @Job('other')
  async other(): Promise<void> {
    this.ran++;
  }
}

/** Counts the statements, and the rows they return, of every way to query the database. */
function countQueries(database: Database): { statements: number; rows: number } {
  const counts = { statements: 0, rows: 0 };
  for (const method of ['rows', 'rowsOnce'] as const) {
    const query = database[method].bind(database) as (...given: unknown[]) => Promise<unknown>;
    database[method] = (async (...given: unknown[]) => {
      const rows = await query(...given);
      counts.statements++;
      if (Array.isArray(rows)) counts.rows += rows.length;
      return rows;
    }) as never;
  }
  return counts;
}

async function fill(database: Database): Promise<void> {
  const now = Date.now() - 60_000;
  for (let start = 0; start < BACKLOG; start += ROWS_A_STATEMENT) {
    const ids = Array.from({ length: ROWS_A_STATEMENT }, (_, index) => String(start + index).padStart(8, '0'));
    await database.rowsOnce(
      `INSERT INTO job (id, name, job_key, data, state, run_at, attempts, recorded)
       VALUES ${ids.map((id) => `('${id}', 'plain', '${id}', '{}', 'waiting', ${now + Number(id)}, 0, ${now})`).join(',')}`,
    );
  }
}

describe.each(QUEUE_KINDS)(`a table of ${BACKLOG} jobs, with the queue $title`, (kind) => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.make(kind);
    await fill(fixture.place.database);
  });
  afterAll(() => fixture.close());

  it('costs a bounded number of statements and rows a job, and bounded memory', async () => {
    const counts = countQueries(fixture.place.database);
    const jobs = new TestJobs();
    const { queue } = await fixture.node(jobs);
    const heapBefore = process.memoryUsage().heapUsed;
    await queue.start();
    // Requests add jobs meanwhile.
    let added = 0;
    await until(async () => {
      await queue.add({ name: 'other', key: String(added++), data: {} });
      return jobs.ran > 5_000 + added;
    });
    await queue.stop();
    const ran = jobs.ran;
    expect(counts.rows / ran).toBeLessThan(1.5);
    expect(counts.statements / ran).toBeLessThan(0.5 + (3 * added) / ran);
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100_000_000);
  });

  it('is counted, searched and added to by reading rows in a number that does not depend on its length', async () => {
    const idle = await fixture.node(new TestJobs());
    await fixture.place.database.rowsOnce("DELETE FROM job WHERE name = 'other'");
    const counts = countQueries(fixture.place.database);
    expect((await idle.queue.counts()).waiting).toBe(COUNT_LIMIT);
    expect(await idle.queue.backlog('plain', 100)).toBe(100);
    expect(await idle.queue.exhausted(10)).toEqual([]);
    for (let key = 0; key < 20; key++) await idle.queue.add({ name: 'other', key: `new-${key}`, data: {} });
    expect(counts.rows).toBeLessThan(60);
  });
});
