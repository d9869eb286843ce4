import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.js';
import { BatchLoader } from '../../src/platform/database/batch-loader.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { BACKENDS } from '../support/backend.js';
import { makeTestDatabase, RowTables0001, type TestDatabase } from '../support/test-database.js';

describe.each(BACKENDS)('BatchLoader beside units of work on %s', (backend) => {
  let place: TestDatabase;
  let database: Database;
  let batch: BatchLoader<string, number>;

  beforeAll(async () => {
    place = await makeTestDatabase(backend, [LeaseRow], [RowTables0001]);
    database = place.database;
    batch = new BatchLoader(database, async (names) => {
      const marks = names.map(() => '?').join();
      const rows = await database.rowsOnce<{ name: string; done_at: number }>(
        `SELECT name, done_at FROM lease WHERE name IN (${marks})`,
        names,
      );
      return new Map(rows.map((row) => [row.name, row.done_at]));
    });
    await database.repository(LeaseRow).insert(['a', 'b'].map((name) => ({ name, holder: 'x', until: 0, doneAt: 1 })));
  });
  afterAll(() => place.drop());

  const change = (name: string, doneAt: number) => database.repository(LeaseRow).update({ name }, { doneAt });

  /** Runs both in one turn of the event loop: the first outside, the second inside a unit of work. */
  async function besideUnit<Out, In>(outside: () => Out, within: () => Promise<In>): Promise<[Awaited<Out>, In]> {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let proceed: () => void = () => undefined;
    const proceeding = new Promise<void>((resolve) => (proceed = resolve));
    const unit = database.transaction(async () => {
      begin();
      await proceeding;
      return within();
    });
    await begun;
    const other = outside();
    proceed();
    return [await other, await unit];
  }

  it('does not make a unit wait for a read that waits for the unit', async () => {
    const found = await besideUnit(
      () => batch.get('a'),
      () => batch.get('b'),
    );
    expect(found).toEqual([1, 1]);
  });

  it('shows a unit its own changes, and only to it', async () => {
    const failed = besideUnit(
      () => undefined,
      async () => {
        await change('a', 2);
        expect(await batch.get('a')).toBe(2);
        throw new Error('no');
      },
    );
    await expect(failed).rejects.toThrow('no');
    expect(await batch.get('a')).toBe(1);
  });
});
