import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { SERVERS } from '../support/backend.js';
import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';

// SQLite has one connection, so nobody else can hold a row.
describe.each(SERVERS)('ledger on %s, with a row locked by another transaction', (engine) => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger(engine);
  });
  afterAll(() => books.close());

  it('commits others at once while a row that one command updates is locked', async () => {
    const [ada, ben, row, other] = [await books.wallet(10_000), await books.wallet(0), newId(), newId()];
    await books.dataSource.query('CREATE TABLE locked_rows (id VARCHAR(40) PRIMARY KEY, state INT NOT NULL)');
    await books.dataSource.query('INSERT INTO locked_rows VALUES (?, 0), (?, 0)', [row, other]);
    const updatesOf = (id: string) => [{ table: 'locked_rows', key: { id, state: 0 }, set: { state: 1 } }];
    const holder = books.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT * FROM locked_rows WHERE id = ? FOR UPDATE', [row]);
    let isCommitted = false;
    const locked = books.ledger.commit(movement(ada, ben, 100, { updates: updatesOf(row) })).then(() => (isCommitted = true));
    const unlocked = books.ledger.commit(movement(ada, ben, 7, { updates: updatesOf(other) }));
    for (let turn = 0; turn < 10; turn++) await Promise.all([1, 2, 3].map(() => books.ledger.commit(movement(ada, ben, 1))));
    await unlocked;
    expect(isCommitted).toBe(false);
    await holder.commitTransaction();
    await holder.release();
    await locked;
    expect(await books.database.rows('SELECT state FROM locked_rows')).toEqual([{ state: 1 }, { state: 1 }]);
    expect(await books.wallets.balanceOf(ben)).toBe(137);
  });
});
