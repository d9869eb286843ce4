import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { JournalCursorRow } from '../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { insertNew } from '../../src/platform/database/insert-new.js';
import { newId } from '../../src/kernel/ids.js';
import type { JournalView } from '../../src/ledger/index.js';
import { BACKENDS } from '../support/backend.js';
import { movement, openLedger, type LedgerFixture } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';
import { EffectConsumer, effects, makeEffectTable, makeFeed, type TestFeed } from './support/feed-fixture.js';

const JOURNAL_COLUMNS = ['batch_no', 'position', 'id', 'kind', 'subject', 'request', 'recorded'];
const ROWS = [JournalCursorRow, LeaseRow, OutboxRow];

describe.each(BACKENDS)('the journal feed on %s', (backend) => {
  let books: LedgerFixture;
  let wallets: string[];
  const running: TestFeed[] = [];

  beforeAll(async () => {
    books = await openLedger(backend, {}, ROWS);
    wallets = [await books.wallet(1_000_000), await books.wallet(0)];
    await makeEffectTable(books.database, 'first', 'second');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ work }) => work.stop()));
    for (const table of ['effect', 'outbox', 'lease']) await books.database.rowsOnce(`DELETE FROM ${table}`);
    await books.database.rowsOnce('UPDATE journal_cursor SET batch_no = (SELECT batch_no FROM ledger_head), position = 1000');
  });
  afterAll(() => books.close());

  function start(...consumers: EffectConsumer[]): TestFeed {
    const started = makeFeed(books.config, books.database, ...consumers);
    running.push(started);
    started.work.start();
    return started;
  }

  async function commit(count: number): Promise<string[]> {
    const commands = Array.from({ length: count }, () => movement(wallets[0]!, wallets[1]!, 1));
    await Promise.all(commands.map((command) => books.ledger.commit(command)));
    return commands.map(({ journal }) => journal!.id).toSorted();
  }
  const consumedBy = async (name: string) =>
    (await effects(books.database)).filter(({ consumer }) => consumer === name).map((effect) => effect.journal_id);

  it('hands every journal to every consumer, and what is committed later too', async () => {
    start(new EffectConsumer(books.database, 'first'), new EffectConsumer(books.database, 'second'));
    const journals = await commit(300);
    await until(async () => (await effects(books.database)).length === 600);
    expect(await consumedBy('first')).toEqual(journals);
    expect(await consumedBy('second')).toEqual(journals);
    const later = await commit(1);
    await until(async () => (await effects(books.database)).length === 602);
    expect(await consumedBy('second')).toEqual([...journals, ...later]);
  });

  it('says that work waits where a cursor was moved ahead of the ledger', async () => {
    const { feed } = start(new EffectConsumer(books.database, 'first'));
    expect(await feed.oldestUnconsumed()).toBeUndefined();
    await books.database.rowsOnce("UPDATE journal_cursor SET batch_no = batch_no + 1000 WHERE consumer = 'first'");
    expect(await feed.oldestUnconsumed()).toBe(0);
  });

  it('leaves out a journal that cannot be consumed, for that consumer alone', async () => {
    const [healthy, picky] = [new EffectConsumer(books.database, 'first'), new EffectConsumer(books.database, 'second')];
    const journals = await commit(100);
    picky.refused.add(journals[3]!).add(journals[70]!);
    const { feed } = start(healthy, picky);
    await until(async () => (await effects(books.database)).length === 198);
    expect(await consumedBy('first')).toEqual(journals);
    expect(await consumedBy('second')).toEqual(journals.filter((id) => !picky.refused.has(id)));
    const postponed = await books.database.rowsOnce<{ name: string; data: string }>('SELECT name, data FROM outbox');
    expect(postponed.map(({ name }) => name)).toEqual(['journal.postponed', 'journal.postponed']);
    expect(new Set(postponed.map(({ data }) => (JSON.parse(data) as { journalId: string }).journalId))).toEqual(picky.refused);

    await expect(feed.consumeAgain('second', journals[3]!)).rejects.toThrow('refused');
    picky.refused.clear();
    for (const id of [journals[3]!, journals[70]!, journals[70]!]) await feed.consumeAgain('second', id);
    expect(await consumedBy('second')).toEqual(journals);
  });

  it('keeps the order of a subject whose journal cannot be consumed, and holds up no other subject', async () => {
    const consumer = new EffectConsumer(books.database, 'first');
    const commands = Array.from({ length: 12 }, (_, index) => {
      const command = movement(wallets[0]!, wallets[1]!, 1);
      return { ...command, journal: { ...command.journal!, subject: index % 2 ? 'odd' : 'even' } };
    });
    const ids = commands.map(({ journal }) => journal.id);
    const [even, odd] = [ids.filter((_, index) => index % 2 === 0), ids.filter((_, index) => index % 2 === 1)];
    consumer.refused.add(odd[1]!);
    for (const command of commands.slice(0, 8)) await books.ledger.commit(command);
    const { feed } = start(consumer);
    await until(async () => (await effects(books.database)).length === 5);
    for (const command of commands.slice(8)) await books.ledger.commit(command);
    await until(async () => (await effects(books.database)).length === 7);
    expect(await consumedBy('first')).toEqual([...even, odd[0]!].toSorted());
    const waiting = async () =>
      (await books.database.rowsOnce<{ data: string }>('SELECT data FROM outbox ORDER BY id')).map(
        ({ data }) => (JSON.parse(data) as { journalId: string }).journalId,
      );
    await until(async () => (await waiting()).length === 5);
    expect(await waiting()).toEqual(odd.slice(1));
    const subjects = await books.database.rowsOnce<{ subject: string }>('SELECT DISTINCT subject FROM outbox');
    expect(subjects).toEqual([{ subject: 'first:odd' }]);
    consumer.refused.clear();
    for (const id of await waiting()) await feed.consumeAgain('first', id);
    expect(await consumedBy('first')).toEqual(ids.toSorted());
  });

  it('writes the effects and the cursor together or not at all', async () => {
    const consumer = new EffectConsumer(books.database, 'first');
    let failures = 0;
    consumer.afterWrite = () => {
      if (++failures <= 2) throw Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' });
    };
    const journals = await commit(50);
    start(consumer);
    await until(() => Promise.resolve(failures === 1));
    expect(await effects(books.database)).toEqual([]);
    await until(async () => (await effects(books.database)).length > 0);
    expect(await consumedBy('first')).toEqual(journals);
    expect(await books.database.rowsOnce('SELECT id FROM outbox')).toEqual([]);
  });

  it('is run by one process at a time, and goes on in another when that one falls silent', async () => {
    const [one, other] = [
      new EffectConsumer(books.database, 'first', 'one'),
      new EffectConsumer(books.database, 'first', 'other'),
    ];
    const silent = start(one);
    await commit(10);
    await until(async () => (await effects(books.database)).length === 10);
    if (backend === 'mysql') {
      start(other);
      await commit(50);
      await until(async () => (await effects(books.database)).length === 60);
      // A process that is killed gives no lease back; it runs out.
      await books.database.rowsOnce('UPDATE lease SET holder = ?', ['killed']);
    } else {
      await silent.work.stop();
      start(other);
    }
    const consumedByOther = async () => (await effects(books.database)).filter(({ process }) => process === 'other').length;
    expect(await consumedByOther()).toBe(0);
    let release = () => undefined as void;
    const released = new Promise<JournalView>((resolve) => (release = () => resolve({})));
    one.view = () => released;
    await commit(20);
    await until(async () => (await consumedByOther()) === 20);
    release();
  });

  it('has what a stopped process left undone done once, even if that process goes on', async () => {
    const { database, config } = books;
    const [late, prompt] = [new EffectConsumer(database, 'first', 'late'), new EffectConsumer(database, 'first', 'prompt')];
    const journals = await commit(30);
    const view = late.view.bind(late);
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    late.view = async (given) => {
      const seen = await view(given);
      await released;
      return seen;
    };
    const frozen = makeFeed(config, database, late);
    running.push(frozen);
    frozen.work.start();
    await until(() => Promise.resolve(late.chunks.length === 1));
    await database.rowsOnce('DELETE FROM lease');
    start(prompt);
    await until(async () => (await effects(database)).length === 30);
    release();
    await frozen.work.stop();
    expect((await effects(database)).map(({ journal_id, process }) => [journal_id, process])).toEqual(
      journals.map((id) => [id, 'prompt']),
    );
  });

  it('works off a long backlog in chunks, with bounded memory', async () => {
    const { database } = books;
    const [{ head }] = (await database.rowsOnce<{ head: number }>('SELECT batch_no AS head FROM ledger_head')) as [
      { head: number },
    ];
    const BACKLOG = 50_000;
    for (let start = 0; start < BACKLOG; start += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => {
        const number = start + index;
        return [head + 1 + Math.floor(number / 200), number % 200, newId(), 'transfer', newId(), '', 1];
      });
      await database.transaction(() => insertNew(database, 'journal', JOURNAL_COLUMNS, rows));
    }
    const consumer = new EffectConsumer(database, 'first');
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    consumer.afterWrite = () => {
      most = Math.max(most, process.memoryUsage().heapUsed);
    };
    start(consumer);
    const count = async () => (await database.rowsOnce<{ n: number }>('SELECT COUNT(*) AS n FROM effect'))[0]!.n;
    await until(async () => (await count()) === BACKLOG);
    expect(Math.max(...consumer.chunks)).toBeLessThanOrEqual(500);
    expect(most - before).toBeLessThan(200 * 1_048_576);
    await database.rowsOnce('UPDATE ledger_head SET batch_no = batch_no + 1000');
  });
});
