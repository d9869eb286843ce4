import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mysql from 'mysql2';
import { newId } from '../../src/kernel/ids.js';
import { movement, openLedger, recordKeyIn, type LedgerFixture } from '../support/ledger-fixture.js';
import { verify } from './verify.js';

type Query = (this: unknown, sql: unknown, ...rest: unknown[]) => unknown;

/** Changes a packet that commits a batch, on its way to the server. */
let alter: (statements: string[]) => string[] = (statements) => statements;
const prototype = Object.getPrototypeOf(mysql.Connection.prototype) as { query: Query };
const { query } = prototype;
prototype.query = function watched(sql, ...rest) {
  if (typeof sql !== 'string' || !sql.includes('; COMMIT')) return query.call(this, sql, ...rest);
  return query.call(this, alter(sql.split('; ')).join('; '), ...rest);
};
afterAll(() => {
  prototype.query = query;
});

describe('a transaction that the server ends between two statements of a batch', () => {
  let books: LedgerFixture;
  beforeAll(async () => {
    books = await openLedger('mysql');
    await books.dataSource.query('CREATE TABLE memo (id VARCHAR(40) PRIMARY KEY, state INT NOT NULL)');
    await books.dataSource.query('CREATE TABLE tally (id VARCHAR(40) PRIMARY KEY, count BIGINT NOT NULL)');
  });
  afterAll(() => books.close());

  /** Rolls back before the statement of this number, once; false where there is none. */
  function abortBefore(position: number): () => boolean {
    let isDone = false;
    alter = (statements) => {
      const end = statements.indexOf('COMMIT');
      if (isDone || position >= end) return statements;
      isDone = true;
      return [...statements.slice(0, position), 'ROLLBACK', ...statements.slice(position)];
    };
    return () => isDone;
  }

  it.each([
    ['with money', true],
    ['without money', false],
  ])('leaves nothing of it, and the batch is written again as a whole: %s', async (_, hasMoney) => {
    for (let position = 1; ; position++) {
      alter = (statements) => statements;
      const [ada, ben, row, other] = [await books.wallet(1_000), await books.wallet(0), newId(), newId()];
      await books.dataSource.query('INSERT INTO memo VALUES (?, 0)', [row]);
      const { journal, ...rest } = movement(ada, ben, 100, {
        inserts: [{ table: 'memo', values: { id: other, state: 5 } }],
        updates: [{ table: 'memo', key: { id: row, state: 0 }, set: { state: 1 } }],
        increments: [{ table: 'tally', key: { id: row }, add: { count: 1 } }],
        events: [{ name: row as 'user.created', data: { userId: row } }],
      });
      const wasAborted = abortBefore(position);
      await books.ledger.commit(hasMoney ? { ...rest, journal: journal! } : rest);
      const rows = (sql: string, id: string) => books.database.rows<object>(sql, [id]);
      expect(await rows('SELECT state FROM memo WHERE id = ?', row)).toEqual([{ state: 1 }]);
      expect(await rows('SELECT state FROM memo WHERE id = ?', other)).toEqual([{ state: 5 }]);
      expect(await rows('SELECT count FROM tally WHERE id = ?', row)).toEqual([{ count: 1 }]);
      expect(await rows('SELECT name FROM outbox WHERE name = ?', row)).toEqual([{ name: row }]);
      expect(await rows('SELECT state FROM money_request WHERE request_key = ?', recordKeyIn(books, rest))).toHaveLength(1);
      expect(await books.wallets.balanceOf(ben)).toBe(hasMoney ? 100 : 0);
      if (!wasAborted()) break;
      expect(position).toBeLessThan(20);
    }
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });
});
