import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveReport } from '../../src/ledger/archive/application/archive-ledger.js';
import { SqlHistory } from '../../src/ledger/adapters/sql/sql-history.js';
import { indexText, sha256, writePart } from '../../src/ledger/archive/domain/archive-part.js';
import type { StoredPosting } from '../../src/ledger/chain/domain/stored-rows.js';
import { BACKENDS } from '../support/backend.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { ManualClock } from '../support/clocks.js';
import { archiveOf, type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { allPages, archiverOf, everythingRead, writeMonths } from './support/archived-books.js';
import { verify } from './verify.js';

interface Row {
  readonly part_index: string;
  readonly first_posted_at: number | string;
  readonly first_batch: number | string;
}

const SMALL = { postingsPerPart: 300, keptBatches: 20 };

describe.each(BACKENDS)('the archive of closed months on %s', (backend) => {
  let books: LedgerFixture;
  let wallets: readonly string[];
  let before: unknown;
  let verdict: unknown;
  let report: ArchiveReport;
  const countOf = async (table: string) =>
    Number((await books.dataSource.query<{ n: number | string }[]>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);
  const read = () => everythingRead(books, wallets.slice(0, 4));
  const path = (storageKey: string) => join(books.config.dataDir, 'uploads', storageKey);

  beforeAll(async () => {
    books = await openLedger(backend);
    wallets = await writeMonths(books, { postings: 4_000, wallets: 12, mostCommands: 8 });
    [before, verdict] = [await read(), await verify(books.config)];
  });
  afterAll(() => books.close());

  it('is only counted in a dry run', async () => {
    expect(verdict).toMatchObject({ ok: true });
    const counted = await countOf('posting');
    const { ok, parts } = await archiverOf(books).execute({ olderThan: { months: 3 }, isDryRun: true, ...SMALL });
    expect([ok, parts.length > 6]).toEqual([true, true]);
    expect([await countOf('posting'), await countOf('ledger_archive')]).toEqual([counted, 0]);
    await expect(books.dataSource.query('DELETE FROM posting')).rejects.toThrow('posting is append-only');
  });

  it('is read as before, while parts are removed and afterwards', async () => {
    const counted = await countOf('posting');
    const steps = new Set<string>();
    // As of a process that runs all the time.
    const archive = archiveOf(books.config);
    const history = new SqlHistory(books.database, archive);
    const pages = await allPages(history, wallets[5]!);
    let times = 0;
    let isOver = false;
    const reader = (async () => {
      // Reading SQLite alone would leave no turn to the archive.
      for (; !isOver; await setImmediate(), times++) expect(await allPages(history, wallets[5]!)).toEqual(pages);
    })();
    const archived = archiverOf(books).execute({
      olderThan: { months: 3 },
      ...SMALL,
      onProgress: async ({ step, batchNo, of }) => {
        // Each step once, after a third of the batches.
        if (batchNo < of / 3 || steps.has(step)) return;
        steps.add(step);
        expect(await everythingRead(books, wallets.slice(0, 4), archive), step).toEqual(before);
        expect(await verify(books.config), step).toEqual(verdict);
      },
    });
    [report] = await Promise.all([archived.finally(() => (isOver = true)), reader]);
    expect(times).toBeGreaterThan(10);
    expect([...steps].toSorted()).toEqual(['done', 'recorded', 'removed', 'verified', 'written']);
    const moved = report.parts.reduce((sum, { postings }) => sum + postings, 0);
    expect(moved).toBeGreaterThan(counted / 2);
    expect(await countOf('posting')).toBe(counted - moved);
    expect(await read()).toEqual(before);
    expect(await verify(books.config)).toEqual(verdict);
  });

  it('has parts of one month each, without gaps, up to the first of a month', () => {
    const { parts } = report;
    expect(parts.map(({ partNo }) => partNo)).toEqual(parts.map((_, index) => index + 1));
    expect(parts.map(({ firstBatch }) => firstBatch)).toEqual([1, ...parts.slice(0, -1).map(({ lastBatch }) => lastBatch + 1)]);
    expect(new Date(report.before + 3_600_000).toISOString().slice(7)).toBe('-01T00:00:00.000Z');
    expect(Math.max(...parts.map(({ lastPostedAt }) => lastPostedAt))).toBeLessThan(report.before);
  });

  it('lets money move on, and postings that are not in it stay', async () => {
    const payer = wallets[0]!;
    await books.ledger.commit(movement(payer, wallets[1]!, 100));
    expect(await verify(books.config)).toMatchObject({ ok: true });
    await expect(books.dataSource.query('DELETE FROM posting')).rejects.toThrow('posting is append-only');
    await expect(books.dataSource.query('DELETE FROM ledger_archive')).rejects.toThrow('ledger_archive is append-only');
    expect(await archiverOf(books).execute({ olderThan: { months: 3 }, ...SMALL })).toMatchObject({ ok: true, parts: [] });
  });

  it('stays behind the slowest consumer of journals, and leaves the last batches', async () => {
    const archive = (keptBatches: number) =>
      archiverOf(books).execute({ olderThan: { months: 1 }, isDryRun: true, ...SMALL, keptBatches });
    const last = report.parts.at(-1)!.lastBatch;
    const [{ batch_no: head }] = await books.dataSource.query<[{ batch_no: number }]>('SELECT batch_no FROM ledger_head');
    expect(await archive(head - last - 5)).toMatchObject({ upToBatch: last + 5, heldBy: 'kept batches' });
    const [cursor] = await books.dataSource.query<{ consumer: string; batch_no: number }[]>('SELECT * FROM journal_cursor');
    const move = (batchNo: number) =>
      books.database.rows('UPDATE journal_cursor SET batch_no = ? WHERE consumer = ?', [batchNo, cursor!.consumer]);
    await books.database.transaction(() => move(last + 3));
    expect(await archive(20)).toMatchObject({ upToBatch: last + 2, heldBy: 'a consumer of journals' });
    await books.database.transaction(() => move(cursor!.batch_no));
  });

  it('may be begun twice at once: one gives way, and nothing is lost', async () => {
    const [now, checked] = [await read(), await verify(books.config)];
    const run = () => archiverOf(books).execute({ olderThan: { months: 1 }, ...SMALL });
    const ended = await Promise.allSettled([run(), run()]);
    const refused = ended.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeLessThan(2);
    for (const { reason } of refused as PromiseRejectedResult[]) expect(String(reason)).toContain('another process archives');
    expect(await countOf('ledger_archive')).toBeGreaterThan(report.parts.length);
    expect([await read(), await verify(books.config)]).toEqual([now, checked]);
  });

  it('names a part that is missing or changed, and reads fail instead of being shorter', async () => {
    const [, part] = report.parts;
    const bytes = readFileSync(path(part!.storageKey));
    // Not every wallet of a random bank has a posting in every part.
    const [account] = JSON.parse(gunzipSync(bytes).toString().split('\n', 1)[0]!) as [string];
    const page = () => new SqlHistory(books.database, archiveOf(books.config)).list(account, part!.lastPostedAt + 1, 200);
    const wrong = { table: 'ledger_archive', key: '2' };
    rmSync(path(part!.storageKey));
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { ...wrong, found: 'no such file' } });
    await expect(page()).rejects.toThrow('part 2 of the ledger archive');
    const changed = Buffer.from(bytes);
    changed[20]! ^= 1;
    writeFileSync(path(part!.storageKey), changed);
    expect(await verify(books.config)).toMatchObject({ ok: false, wrong: { ...wrong, column: 'sha256' } });
    writeFileSync(path(part!.storageKey), bytes);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  describe('forged by somebody who may write to database and files', () => {
    const update = async (sql: string, values: unknown[]) => {
      await books.dataSource.query('DROP TRIGGER IF EXISTS ledger_archive_no_update');
      await books.dataSource.query(sql, values);
    };
    const wrong = async () => (await verify(books.config)).wrong;

    it('with its hashes made anew, is found by the hash of its batch', async () => {
      const part = report.parts[2]!;
      const bytes = readFileSync(path(part.storageKey));
      const postings = gunzipSync(bytes).toString().trimEnd().split('\n');
      const [row] = await books.dataSource.query<{ part_index: string }[]>(
        'SELECT part_index FROM ledger_archive WHERE part_no = 3',
      );
      const lines = postings.map((text) => JSON.parse(text) as unknown[]);
      const batchNo = Math.min(...lines.map(([, , , , batch]) => Number(batch)));
      for (const line of lines) if (line[4] === batchNo && line[5] === 0) line[9] = 'forged';
      const forged = writePart(
        lines.map(([account, postedAt, seq, journalId, batch, line, amountKobo, balanceKobo, kind, note]) => {
          return {
            account,
            postedAt,
            seq,
            journalId,
            batchNo: batch,
            line,
            amountKobo,
            balanceKobo,
            kind,
            note,
          } as StoredPosting;
        }),
      );
      const set = 'UPDATE ledger_archive SET sha256 = ?, size_bytes = ?, part_index = ? WHERE part_no = 3';
      writeFileSync(path(part.storageKey), forged.bytes);
      await update(set, [sha256(forged.bytes), forged.bytes.length, indexText(forged.index)]);
      expect(await wrong()).toMatchObject({ table: 'ledger_batch', key: String(batchNo), column: 'hash' });
      writeFileSync(path(part.storageKey), bytes);
      await update(set, [part.sha256, part.sizeBytes, row!.part_index]);
      expect(await wrong()).toBeUndefined();
    });

    it.each([
      ['part_index', 'of another part', (parts: Row[]) => parts[2]!.part_index],
      ['first_posted_at', 'later', (parts: Row[]) => Number(parts[1]!.first_posted_at) + 1],
      ['first_batch', 'later', (parts: Row[]) => Number(parts[1]!.first_batch) + 1],
    ])('with its %s %s, is found', async (column, _, forge) => {
      const parts = await books.dataSource.query<Row[]>('SELECT * FROM ledger_archive ORDER BY part_no');
      await update(`UPDATE ledger_archive SET ${column} = ? WHERE part_no = 2`, [forge(parts)]);
      expect(await wrong()).toMatchObject({ table: 'ledger_archive', key: '2', column });
      await update(`UPDATE ledger_archive SET ${column} = ? WHERE part_no = 2`, [parts[1]![column as keyof Row]]);
      expect(await wrong()).toBeUndefined();
    });

    it('with a row of one of its batches in the table, is found', async () => {
      const columns = 'account_id, recorded, seq, journal_id, batch_no, line, amount_kobo, balance_kobo, kind, note';
      const values = `'${wallets[0]!}', 5, 1, 'journal', 7, 0, 5, 5, 'transfer', 'forged'`;
      await books.dataSource.query(`INSERT INTO posting (${columns}) VALUES (${values})`);
      expect(await wrong()).toMatchObject({ table: 'posting', key: expect.stringContaining(wallets[0]!) });
      await books.dataSource.query('DELETE FROM posting WHERE batch_no = 7');
      expect(await wrong()).toBeUndefined();
    });
  });

  it('proves the balance of a wallet whose last posting is in it', async () => {
    const quiet = await openLedger(backend);
    const [id, other] = [await quiet.wallet(0), await quiet.wallet(0)];
    const past = quiet.anotherLedger(undefined, new ManualClock(Date.now() - 200 * DAY_MS));
    await past.commit(movement('system:suspense', id, 1_000));
    await quiet.ledger.commit(movement('system:suspense', other, 1));
    await quiet.database.rowsOnce('UPDATE journal_cursor SET batch_no = 1000');
    const { parts } = await archiverOf(quiet).execute({ olderThan: { months: 1 }, postingsPerPart: 300, keptBatches: 0 });
    expect(parts).toMatchObject([{ postings: 2 }]);
    const set = (to: number) => quiet.dataSource.query('UPDATE ledger_account SET balance_kobo = ? WHERE id = ?', [to, id]);
    await set(1_000_000);
    const stopped = quiet.anotherLedger().commit(movement(id, other, 2_000));
    await expect(stopped).rejects.toMatchObject({ failure: 'ledger.account_stopped' });
    await set(1_000);
    await quiet.anotherLedger().commit(movement(id, other, 900));
    expect(await quiet.wallets.balanceOf(id)).toBe(100);
    expect(await verify(quiet.config)).toMatchObject({ ok: true });
    await quiet.close();
  });
});
