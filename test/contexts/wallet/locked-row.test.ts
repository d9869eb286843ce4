import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.js';
import { type LedgerFixture, movement, openLedger } from '../../support/ledger-fixture.js';

// SQLite has one connection, so nobody else can hold a row.
describe('ledger on mysql, with a row locked by another transaction', () => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger('mysql');
  });
  afterAll(() => books.close());

  it('commits others at once while a row that one command updates is locked', async () => {
    const [ada, ben, row] = [await books.wallet(10_000), await books.wallet(0), newId()];
    await books.dataSource.query('CREATE TABLE locked_rows (id VARCHAR(40) PRIMARY KEY, state INT NOT NULL)');
    await books.dataSource.query('INSERT INTO locked_rows VALUES (?, 0)', [row]);
    const updates = [{ table: 'locked_rows', key: { id: row, state: 0 }, set: { state: 1 } }];
    const holder = books.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT * FROM locked_rows WHERE id = ? FOR UPDATE', [row]);
    let isCommitted = false;
    const locked = books.ledger.commit(movement(ada, ben, 100, { updates })).then(() => (isCommitted = true));
    const begun = performance.now();
    for (let turn = 0; turn < 10; turn++) await Promise.all([1, 2, 3].map(() => books.ledger.commit(movement(ada, ben, 1))));
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(isCommitted).toBe(false);
    await holder.commitTransaction();
    await holder.release();
    await locked;
    expect(await books.database.rows('SELECT state FROM locked_rows')).toEqual([{ state: 1 }]);
    expect(await books.wallets.balanceOf(ben)).toBe(130);
  });
});
