import { afterAll, beforeAll, expect, it } from 'vitest';
import { SqlHistory } from '../../../src/ledger/adapters/sql/sql-history.js';
import { Database } from '../../../src/platform/database/database.js';
import { archiveOf, type LedgerFixture, movement, openLedger } from '../../support/ledger-fixture.js';

let books: LedgerFixture;
let replica: string;
let reading: Database;
beforeAll(async () => {
  books = await openLedger('mysql');
  const primary = new URL(books.config.databaseUrl!);
  replica = `${primary.pathname.slice(1)}_replica`;
  await books.dataSource.query(`CREATE DATABASE ${replica}`);
  reading = new Database(books.dataSource, undefined, primary.href, [new URL(`/${replica}`, primary).href]);
});
afterAll(async () => {
  await books.dataSource.query(`DROP DATABASE ${replica}`);
  await reading.close();
  await books.close();
});

/** What a replica has that applied everything so far. */
async function replicate(): Promise<void> {
  for (const table of ['posting', 'ledger_head']) {
    await books.dataSource.query(`DROP TABLE IF EXISTS ${replica}.${table}`);
    await books.dataSource.query(`CREATE TABLE ${replica}.${table} AS SELECT * FROM ${table}`);
  }
}

/** Resolves to when it was committed. */
async function pays(from: string, to: string, amountKobo: number): Promise<number> {
  const { committedAt } = (await books.ledger.commit(movement(from, to, amountKobo))) as { committedAt: number };
  return committedAt;
}

it('a later page has what one has just done, however far a replica lags', async () => {
  const history = new SqlHistory(reading, archiveOf(books.config));
  const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
  const pay = (amountKobo: number) => pays(ada, ben, amountKobo);
  await pay(1);
  await replicate();
  await pay(2);
  const now = (await pay(3)) + 1;
  const entries = await history.list(ben, now, 10);
  expect(entries.map(({ amountKobo }) => amountKobo)).toEqual([3, 2, 1]);
});

it('a page that a replica has in full is read there', async () => {
  const history = new SqlHistory(reading, archiveOf(books.config));
  const [ada, ben] = [await books.wallet(1_000), await books.wallet(0)];
  const first = await pays(ada, ben, 1);
  let second = first;
  while (second === first) second = await pays(ada, ben, 2);
  await replicate();
  await books.dataSource.query(`UPDATE ${replica}.posting SET note = 'replica'`);
  const [entry] = await history.list(ben, second, 10);
  expect(entry?.note).toBe('replica');
});
