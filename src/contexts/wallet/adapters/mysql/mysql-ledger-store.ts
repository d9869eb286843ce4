import type { Socket } from 'node:net';
import mysql from 'mysql2';
import type { MoneyRequest } from '../../../../kernel/caller.js';
import type { ColumnValue } from '../../../../kernel/fact.js';
import { DatabaseUnavailable, isConnectionLost } from '../../../../platform/database/errors.js';
import { mysqlOptions } from '../../../../platform/database/mysql-options.js';
import type { BatchPlan, LockedBooks } from '../../domain/batch.js';
import { type AccountRecord, type HeadRecord, LedgerStore, type RequestRecord } from '../ledger-store.js';
import { lockedBooks } from '../locked-books.js';
import {
  ACCOUNT_COLUMNS,
  type ChangeStatement,
  type IncrementGroup,
  type InsertGroup,
  type WriteSet,
  writeSet,
} from '../write-set.js';

/**
 * Backslash escapes must mean what mysql2's escaping takes them to mean; READ COMMITTED, so that a lock reads what is
 * there now. A node that vanishes in the middle of a batch keeps the head of the chain locked for `wait_timeout` seconds.
 */
const SESSION =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'; " +
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET SESSION innodb_lock_wait_timeout = 5; SET SESSION wait_timeout = 60';

/** Longer than two waits for a lock, which the first packet of a batch may need. */
const ANSWER_MS = 20_000;

const MOST_LANES = 2;
/** Accounts in a batch that make a second connection worth having. */
const CROWD = 16;
const WIDEN_AGAIN_MS = 10_000;

/** The ledger on MySQL: connections of its own and two packets for a batch, however many facts it has. */
export class MysqlLedgerStore extends LedgerStore {
  private readonly alive = new Set<mysql.Connection>();
  private readonly idle: mysql.Connection[] = [];
  private isWidening = false;
  /** No second connection is tried for before (ms of `performance.now`). */
  private widenAt = 0;
  private closed = false;

  /** @param answerMs how long a statement may take before the server counts as gone */
  constructor(
    private readonly url: string,
    private readonly answerMs = ANSWER_MS,
  ) {
    super();
  }

  async run(
    accounts: readonly string[],
    lookUps: readonly MoneyRequest[],
    decide: (books: LockedBooks) => BatchPlan,
  ): Promise<void> {
    const connection = this.idle.pop() ?? (await this.open());
    try {
      const plan = decide(await this.lock(connection, accounts, lookUps));
      await this.write(connection, writeSet(plan));
    } catch (error) {
      await this.abandon(connection, error);
      throw error;
    }
    this.idle.push(connection);
    if (accounts.length >= CROWD && this.alive.size < MOST_LANES) void this.widen();
  }

  /** Two only while there are two connections: a batch must not wait for one that the server does not give. */
  get lanes(): number {
    return this.alive.size < MOST_LANES ? 1 : MOST_LANES;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.idle.splice(0).map((connection) => new Promise<void>((resolve) => connection.end(() => resolve()))));
  }

  private async lock(
    connection: mysql.Connection,
    accounts: readonly string[],
    lookUps: readonly MoneyRequest[],
  ): Promise<LockedBooks> {
    const statements = ['BEGIN', 'SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1 FOR UPDATE'];
    if (accounts.length > 0) {
      statements.push(
        `SELECT id, balance_kobo, seq FROM ledger_account FORCE INDEX (PRIMARY) WHERE id IN (${list(accounts)}) ORDER BY id FOR UPDATE`,
      );
    }
    if (lookUps.length > 0) {
      const keys = lookUps.map(({ scope, action, key }) => `(${list([scope, action, key])})`).join();
      statements.push(`SELECT * FROM money_request WHERE (scope, action, request_key) IN (${keys})`);
    }
    const results = (await this.query(connection, statements.join('; '))) as unknown[][];
    const found = results.slice(2);
    const accountRows = accounts.length > 0 ? (found.shift() as AccountRecord[]) : [];
    const requestRows = lookUps.length > 0 ? (found.shift() as RequestRecord[]) : [];
    return lockedBooks(results[1]?.[0] as HeadRecord | undefined, accountRows, requestRows);
  }

  private async write(connection: mysql.Connection, writes: WriteSet): Promise<void> {
    const statements = [...writes.inserts.map(insert), ...writes.increments.map(increment)];
    if (writes.accounts.length > 0) statements.push(upsertAccounts(writes.accounts));
    if (writes.head) {
      const { batchNo, hash, recorded } = writes.head;
      statements.push(
        `UPDATE ledger_head SET batch_no = ${batchNo}, hash = ${mysql.escape(hash)}, recorded = ${recorded} WHERE id = 1`,
      );
    }
    if (writes.changes.length === 0) {
      await this.query(connection, [...statements, 'COMMIT'].join('; '));
      return;
    }
    // A change whose row is not there must not be committed, so these batches wait once more before the end.
    const results = (await this.query(
      connection,
      [...writes.changes.map(change), ...statements, 'DO 0'].join('; '),
    )) as mysql.ResultSetHeader[];
    writes.changes.forEach(({ table }, index) => {
      if (results[index]!.affectedRows !== 1)
        throw new Error(`a fact changes ${results[index]!.affectedRows} rows of ${table} instead of one`);
    });
    await this.query(connection, 'COMMIT');
  }

  private async open(): Promise<mysql.Connection> {
    const connection = mysql.createConnection({ ...mysqlOptions(this.url), multipleStatements: true, queryFormat: asWritten });
    connection.on('error', () => this.forget(connection));
    try {
      await this.query(connection, SESSION);
    } catch (error) {
      this.drop(connection);
      // Whatever it was (no route, too many connections, a wrong password): nothing was written.
      throw new DatabaseUnavailable(error as Error);
    }
    this.alive.add(connection);
    return connection;
  }

  /** Opens the second connection beside the work; where there is none to be had, one has to do for a while. */
  private async widen(): Promise<void> {
    if (this.isWidening || performance.now() < this.widenAt) return;
    this.isWidening = true;
    try {
      const connection = await this.open();
      if (this.closed) this.drop(connection);
      else this.idle.push(connection);
    } catch {
      this.widenAt = performance.now() + WIDEN_AGAIN_MS;
    } finally {
      this.isWidening = false;
    }
  }

  /** Rolls back; a connection that cannot even do that is given up, and the server rolls back for it. */
  private async abandon(connection: mysql.Connection, error: unknown): Promise<void> {
    // Where one was lost the idle one is hardly better, and the next run must not find that out as slowly.
    if (isConnectionLost(error)) for (const idle of this.idle.splice(0)) this.drop(idle);
    try {
      await this.query(connection, 'ROLLBACK');
      this.idle.push(connection);
    } catch {
      this.drop(connection);
    }
  }

  /** Rejects like a lost connection when no answer comes: a server that hangs must not hold the queue for ever. */
  private query(connection: mysql.Connection, sql: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.drop(connection);
        reject(Object.assign(new Error('the database did not answer'), { code: 'ETIMEDOUT' }));
      }, this.answerMs);
      connection.query(sql, (error, results) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(results);
      });
    });
  }

  private drop(connection: mysql.Connection): void {
    this.forget(connection);
    connection.destroy();
    // Which only says goodbye, to a server that may never read it.
    (connection as unknown as { stream: Socket }).stream.destroy();
  }

  private forget(connection: mysql.Connection): void {
    this.alive.delete(connection);
    const index = this.idle.indexOf(connection);
    if (index !== -1) this.idle.splice(index, 1);
  }
}

/** The statements hold their values already; looking for placeholders in a hundred kilobytes of them would cost more than the rest. */
function asWritten(sql: string): string {
  return sql;
}

/** Everything but quotes, backslashes and control characters stands between quotes as it is; that is most of it. */
const PLAIN = /^[ -&(-[\]-~\u0080-\uffff]*$/;

function literal(value: ColumnValue): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return 'NULL';
  if (typeof value === 'string') return PLAIN.test(value) ? `'${value}'` : mysql.escape(value);
  return `X'${Buffer.from(value).toString('hex')}'`;
}

function list(values: readonly ColumnValue[]): string {
  return values.map(literal).join();
}

/** Thousands of values for a batch, so it is written as a loop. */
function tuples(rows: readonly ColumnValue[][]): string {
  let text = '';
  for (const row of rows) {
    text += text === '' ? '(' : '),(';
    for (let index = 0; index < row.length; index++) {
      if (index > 0) text += ',';
      text += literal(row[index]!);
    }
  }
  return `${text})`;
}

function insert({ table, columns, rows }: InsertGroup): string {
  return `INSERT INTO ${table} (${columns.join()}) VALUES ${tuples(rows)}`;
}

function upsertAccounts(rows: readonly ColumnValue[][]): string {
  return `INSERT INTO ledger_account (${ACCOUNT_COLUMNS.join()}) VALUES ${tuples(rows)} ON DUPLICATE KEY UPDATE balance_kobo = VALUES(balance_kobo), seq = VALUES(seq)`;
}

function increment({ table, keyColumns, addColumns, rows }: IncrementGroup): string {
  const sums = addColumns.map((column) => `${column} = ${column} + VALUES(${column})`).join();
  return `INSERT INTO ${table} (${[...keyColumns, ...addColumns].join()}) VALUES ${tuples(rows)} ON DUPLICATE KEY UPDATE ${sums}`;
}

function change({ table, key, set }: ChangeStatement): string {
  const pairs = (entries: ChangeStatement['set'], separator: string) =>
    entries.map(([column, value]) => `${column} = ${literal(value)}`).join(separator);
  return `UPDATE ${table} SET ${pairs(set, ', ')} WHERE ${pairs(key, ' AND ')}`;
}
