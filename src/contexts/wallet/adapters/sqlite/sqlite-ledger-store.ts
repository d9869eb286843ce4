import type { ColumnValue, RowUpdate } from '../../../../kernel/row-changes.js';
import type { Database } from '../../../../platform/database/database.js';
import type { SqliteConnection } from '../../../../platform/database/sqlite-driver.js';
import type { BatchPlan, LockedAccounts } from '../../domain/batch.js';
import type { RowState } from '../../domain/updated-rows.js';
import { type BatchReading, type BatchSession, LedgerStore } from '../../application/ports/ledger-store.js';
import type { AccountRecord, HeadRecord, RequestRecord } from '../ledger-records.js';
import type { SpendingLimit } from '../../domain/spending-limit.js';
import { type DebitRecord, debitOf, laterDebitsSql, valuesOf } from '../later-debits.js';
import { keysOfUnmatched, lockedAccounts } from '../locked-accounts.js';
import { toStoreFailure } from '../store-failure.js';
import { ACCOUNT_COLUMNS, type ChangeStatement, type WriteSet, writeSet } from '../write-set.js';

const SELECT_HEAD = 'SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1';
const SELECT_ACCOUNT = 'SELECT id, balance_kobo, seq FROM ledger_account WHERE id = ?';
const SELECT_REQUEST = 'SELECT * FROM money_request WHERE scope = ? AND action = ? AND request_key = ?';
const SELECT_LATER_DEBITS = laterDebitsSql('?', '?', '?');
const INSERT_BATCH = 'INSERT INTO ledger_batch (batch_no, journals, hash, recorded, key_id) VALUES (?, ?, ?, ?, ?)';
const UPDATE_HEAD = 'UPDATE ledger_head SET batch_no = ?, hash = ?, recorded = ? WHERE id = 1';

/** The ledger on SQLite: the gate is held from reading to commit. */
export class SqliteLedgerStore extends LedgerStore {
  readonly maxConcurrentBatches = 1;

  constructor(private readonly database: Database) {
    super();
  }

  begin(reading: BatchReading): Promise<BatchSession> {
    return new Promise((resolve, reject) => {
      const closed = this.database.withSqlite(
        (connection) =>
          new Promise<void>((close) => {
            try {
              connection.exec('BEGIN IMMEDIATE');
              resolve(new SqliteBatch(connection, reading, close));
            } catch (error) {
              reject(toStoreFailure(error, 'before commit', false));
              close();
            }
          }),
      );
      closed.catch(reject);
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class SqliteBatch implements BatchSession {
  readonly way = 'locked';

  constructor(
    private readonly connection: SqliteConnection,
    private readonly reading: BatchReading,
    private readonly close: () => void,
  ) {}

  read(): Promise<LockedAccounts> {
    return this.attempt(() => read(this.connection, this.reading));
  }

  write(plan: BatchPlan): Promise<boolean> {
    return this.attempt(() => {
      write(this.connection, writeSet(plan));
      this.connection.exec('COMMIT');
      this.close();
      return true;
    });
  }

  abandon(): Promise<void> {
    rollBack(this.connection);
    this.close();
    return Promise.resolve();
  }

  private attempt<Result>(work: () => Result): Promise<Result> {
    try {
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(toStoreFailure(error, 'before commit', false));
    }
  }
}

function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec('ROLLBACK');
  } catch {
    // Errors such as a full disk have ended the transaction already; the original error is reported.
  }
}

function read(connection: SqliteConnection, { accounts, lookUps, conditional, spendingLimits }: BatchReading): LockedAccounts {
  const one = <Row>(sql: string, ...values: ColumnValue[]) => connection.cached(sql).all(...values) as unknown as Row[];
  const rowStates = new Map<RowUpdate, RowState>();
  for (const update of conditional.flatMap(({ updates = [] }) => updates)) {
    const found = one(rowSql(update), ...Object.values(update.key));
    if (found.length > 1) throw new Error(`a key of ${update.table} matches ${found.length} rows`);
    rowStates.set(update, found.length === 1 ? 'matches' : 'stale');
  }
  const keys = [...lookUps, ...keysOfUnmatched(conditional, rowStates)];
  const books = lockedAccounts(
    one<HeadRecord>(SELECT_HEAD)[0],
    accounts.flatMap((id) => one<AccountRecord>(SELECT_ACCOUNT, id)),
    keys.flatMap(({ scope, action, key }) => one<RequestRecord>(SELECT_REQUEST, scope, action, key)),
    rowStates,
  );
  if (spendingLimits.length === 0) return books;
  const debits = (limit: SpendingLimit) => one<DebitRecord>(SELECT_LATER_DEBITS, ...valuesOf(limit)).map(debitOf);
  return { ...books, laterDebits: new Map(spendingLimits.map((limit) => [limit, debits(limit)])) };
}

function write(connection: SqliteConnection, writes: WriteSet): void {
  const run = (sql: string, values: readonly ColumnValue[]) => connection.cached(sql).run(...values).changes;
  for (const { table, key, set } of writes.updates) {
    const changed = run(
      changeSql(table, key, set),
      [...set, ...key].map(([, value]) => value),
    );
    if (changed !== 1) throw new Error(`a command updates ${changed} rows of ${table} instead of one`);
  }
  for (const { table, columns, rows } of writes.inserts) {
    const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${marks(columns)})`;
    for (const row of rows) run(sql, row);
  }
  for (const { table, keyColumns, addColumns, rows } of writes.increments) {
    const columns = [...keyColumns, ...addColumns];
    const sums = addColumns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join();
    const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${marks(columns)}) ON CONFLICT (${keyColumns.join()}) DO UPDATE SET ${sums}`;
    for (const row of rows) run(sql, row);
  }
  const upsert = `INSERT INTO ledger_account (${ACCOUNT_COLUMNS.join()}) VALUES (${marks(ACCOUNT_COLUMNS)}) ON CONFLICT (id) DO UPDATE SET balance_kobo = excluded.balance_kobo, seq = excluded.seq`;
  for (const row of writes.accounts) run(upsert, row);
  if (!writes.batch) return;
  const { batchNo, journals, hash, committedAt, keyId } = writes.batch;
  run(INSERT_BATCH, [batchNo, journals, hash, committedAt, keyId]);
  run(UPDATE_HEAD, [batchNo, hash, committedAt]);
}

function marks(columns: readonly string[]): string {
  return columns.map(() => '?').join();
}

function rowSql({ table, key }: RowUpdate): string {
  const conditions = Object.keys(key).map((column) => `${column} = ?`);
  return `SELECT 1 FROM ${table} WHERE ${conditions.join(' AND ')} LIMIT 2`;
}

function changeSql(table: string, key: ChangeStatement['key'], set: ChangeStatement['set']): string {
  const named = (entries: ChangeStatement['set'], separator: string) =>
    entries.map(([column]) => `${column} = ?`).join(separator);
  return `UPDATE ${table} SET ${named(set, ', ')} WHERE ${named(key, ' AND ')}`;
}
