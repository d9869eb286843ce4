import type { QueryRunner } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { domainEvent } from '../../src/kernel/events.js';
import { newId } from '../../src/kernel/ids.js';
import type { LedgerCommand } from '../../src/ledger/index.js';

import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';

/** Long enough that a command which waited behind the lock would show. */
const TRANSFERS = 400;

// SQLite has one connection, so nobody else can hold a lock.
describe('ledger on MySQL, with locks of a session that is not its own', () => {
  let books: LedgerFixture;
  let holder: QueryRunner;
  let [ada, ben] = ['', ''];
  beforeAll(async () => {
    books = await openLedger('mysql');
    [ada, ben] = [await books.wallet(100_000), await books.wallet(0)];
  });
  afterEach(async () => {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  });
  afterAll(() => books.close());

  async function lock(...tables: string[]): Promise<number> {
    holder = books.dataSource.createQueryRunner();
    await holder.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await holder.startTransaction();
    for (const table of tables) await holder.query(`SELECT * FROM ${table} FOR UPDATE`);
    const [row] = (await holder.query('SELECT CONNECTION_ID() AS id')) as { id: number | string }[];
    return Number(row!.id);
  }

  /** Three after another at a time, while the lock is held. */
  async function transfers(): Promise<void> {
    const pay = async () => {
      for (let count = 0; count < TRANSFERS / 3; count++) await books.ledger.commit(movement(ada, ben, 1));
    };
    await Promise.all([pay(), pay(), pay()]);
  }

  async function rowOf(table: string): Promise<NonNullable<LedgerCommand['inserts']>[number]> {
    const columns = await books.database.rows<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = DATABASE() AND table_name = ? AND is_nullable = 'NO' AND column_default IS NULL`,
      [table],
    );
    const values = columns.map(({ name, type }) => [name, /int|decimal/.test(type) ? 1 : newId().slice(0, 3)] as const);
    return { table, values: { ...Object.fromEntries(values), id: newId() } };
  }

  const isThere = async (table: string, id: string) =>
    (await books.database.rows(`SELECT 1 FROM ${table} WHERE id = ?`, [id])).length === 1;

  it('goes on with transfers while the outbox is locked, and commits the command with an event afterwards', async () => {
    const session = await lock('outbox');
    const event = domainEvent('user.created', { userId: newId() });
    let isCommitted = false;
    const telling = books.ledger.commit(movement(ada, ben, 1, { events: [event] })).then(() => (isCommitted = true));
    await transfers();
    expect(isCommitted).toBe(false);
    await expect.poll(() => books.blockers.map((blocker) => blocker.session)).toContain(session);
    await holder.commitTransaction();
    await telling;
    expect(await books.database.rows('SELECT name FROM outbox')).toEqual([{ name: 'user.created' }]);
  });

  it('goes on with transfers while purchase and deposit_order are locked', async () => {
    await lock('purchase', 'deposit_order');
    const [purchase, order] = [await rowOf('purchase'), await rowOf('deposit_order')];
    const blocked = [purchase, order].map((row) => books.ledger.commit(movement(ada, ben, 1, { inserts: [row] })));
    await transfers();
    expect(await isThere('purchase', String(purchase.values['id']))).toBe(false);
    await holder.commitTransaction();
    await Promise.all(blocked);
    expect(await isThere('purchase', String(purchase.values['id']))).toBe(true);
    expect(await isThere('deposit_order', String(order.values['id']))).toBe(true);
  });

  it('goes on with other transfers while the row of an account is locked, and names who holds it', async () => {
    const eve = await books.wallet(1_000);
    await transfers();
    holder = books.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('UPDATE ledger_account SET seq = seq WHERE id = ?', [eve]);
    const [row] = (await holder.query('SELECT CONNECTION_ID() AS id')) as { id: number | string }[];
    let done = 0;
    const blocked = [1, 2, 3].map(() => books.ledger.commit(movement(eve, ben, 1)).then(() => done++));
    await transfers();
    await expect.poll(() => books.blockers.map((blocker) => blocker.session)).toContain(Number(row!.id));
    expect(done).toBe(0);
    await holder.commitTransaction();
    await Promise.all(blocked);
    expect(await books.wallets.balanceOf(eve)).toBe(997);
  });

  it('names who holds the head, without which no money moves, and goes on when it is free', async () => {
    const session = await lock('ledger_head');
    const waiting = books.ledger.commit(movement(ada, ben, 1));
    await expect.poll(() => books.blockers.map((blocker) => blocker.session)).toContain(session);
    await holder.commitTransaction();
    await waiting;
  });
});
