import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JournalCursorRow } from '../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { BACKENDS } from '../support/backend.js';
import { movement, openLedger, type LedgerFixture } from '../support/ledger-fixture.js';
import { type Compiled, compile } from './compiled.js';
import type { FeedPlace } from './feed-child.js';

/** More than two chunks. */
const JOURNALS = 1_200;

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('a process killed while it consumes journals, on %s', (backend) => {
  let fixture: LedgerFixture;
  let journals: string[];
  let begin: number;

  beforeAll(async () => {
    fixture = await openLedger(backend, {}, [JournalCursorRow]);
    const [from, to] = [await fixture.wallet(1_000_000), await fixture.wallet(0)];
    await fixture.database.rowsOnce('CREATE TABLE effect_log (journal_id varchar(40) NOT NULL)');
    await fixture.database.rowsOnce('DELETE FROM journal_cursor');
    const commands = Array.from({ length: JOURNALS }, () => movement(from, to, 1));
    await fixture.database.rowsOnce(
      "INSERT INTO journal_cursor (consumer, batch_no, position) SELECT 'log', batch_no, 1000 FROM ledger_head",
    );
    const [cursor] = await fixture.database.rowsOnce<{ begin: number }>('SELECT batch_no AS begin FROM journal_cursor');
    begin = cursor!.begin;
    await Promise.all(commands.map((command) => fixture.ledger.commit(command)));
    journals = commands.map(({ journal }) => journal!.id).toSorted();
  });
  afterAll(() => fixture.close());

  it.each<[FeedPlace, number]>([
    ['before the commit', 500],
    ['after the commit', 1_000],
  ])('%s of its second chunk: nothing is lost or repeated', async (place, written) => {
    await fixture.database.rowsOnce('DELETE FROM effect_log');
    await fixture.database.rowsOnce('UPDATE journal_cursor SET batch_no = ?, position = 1000', [begin]);
    await fixture.database.rowsOnce('DELETE FROM lease');
    expect(await run(place, '2')).toBe('SIGKILL');
    expect((await effects()).length).toBe(written);
    expect(await run()).toBeNull();
    expect(await effects()).toEqual(journals);
  });

  async function effects(): Promise<string[]> {
    const rows = await fixture.database.rowsOnce<{ id: string }>('SELECT journal_id AS id FROM effect_log ORDER BY journal_id');
    return rows.map(({ id }) => id);
  }

  async function run(...given: string[]): Promise<string | null> {
    const child = fork(compiled.file('test/faults/feed-child.ts'), given, { env: { ...process.env, ...fixture.environment } });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect([null, 0]).toContain(code);
    return signal;
  }
});
