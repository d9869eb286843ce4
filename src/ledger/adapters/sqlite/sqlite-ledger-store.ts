import type { ColumnValue, RowUpdate } from '../../../kernel/row-changes.js';
import type { Database } from '../../../platform/database/database.js';
import type { SqliteConnection } from '../../../platform/database/sqlite-driver.js';
import type { BatchPlan, LockedAccounts } from '../../domain/batch.js';
import type { RowState } from '../../domain/updated-rows.js';
import { type BatchReading, type BatchSession, LedgerStore } from '../../application/ports.js';
import type {
  AccountRecord,
  BatchRecord,
  HeadRecord,
  HoldRecord,
  JournalRecord,
  PostingRecord,
  RequestRecord,
} from '../ledger-records.js';
import { isSame, type LedgerProof } from '../ledger-proof.js';
import type { SpendingLimit } from '../../domain/spending-limit.js';
import { type DebitRecord, debitOf, debitsSinceSql, valuesOf } from '../debits-since.js';
import { heldSubjects, foundRecords, keysOfUnmatched, readHead, toHold } from '../locked-accounts.js';
import { toStoreFailure } from '../store-failure.js';
import { ACCOUNT_COLUMNS, HOLD_CHANGES, HOLD_COLUMNS, type ChangeStatement, type WriteSet, writeSet } from '../write-set.js';

const SELECT_HEAD = 'SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1';
const LAST_POSTED =
  "SELECT seq || ':' || balance_kobo FROM posting WHERE account_id = ledger_account.id ORDER BY recorded DESC, seq DESC LIMIT 1";
const BLOCKS = "SELECT version || ':' || blocks FROM ledger_block WHERE account_id = ledger_account.id";
const SELECT_ACCOUNT = `SELECT id, balance_kobo, seq, (${LAST_POSTED}) AS posted, (${BLOCKS}) AS blocks FROM ledger_account WHERE id = ?`;
const SELECT_POSTED = 'SELECT account_id AS id FROM posting WHERE account_id = ? LIMIT 1';
const SELECT_BATCHES = 'SELECT batch_no, hash, key_id FROM ledger_batch WHERE batch_no IN (? - 1, ?) ORDER BY batch_no';
const SELECT_JOURNALS = 'SELECT batch_no, id, kind, subject, recorded, request FROM journal WHERE batch_no = ? ORDER BY position';
const SELECT_POSTINGS =
  'SELECT batch_no, journal_id, account_id, seq, amount_kobo, balance_kobo, note FROM posting WHERE batch_no = ? ORDER BY line';
const SELECT_REQUEST = 'SELECT * FROM money_request WHERE scope = ? AND action = ? AND request_key = ?';
const SELECT_HOLD = `SELECT ${HOLD_COLUMNS.join()} FROM ledger_hold WHERE subject = ?`;
const SELECT_DEBITS_SINCE = debitsSinceSql('?', '?', '?');
const UPSERT_HOLD = `INSERT INTO ledger_hold (${HOLD_COLUMNS.join()}) VALUES (${marks(HOLD_COLUMNS)}) ON CONFLICT (subject) DO UPDATE SET ${HOLD_CHANGES.map((column) => `${column} = excluded.${column}`).join()}`;
const INSERT_BATCH = 'INSERT INTO ledger_batch (batch_no, journals, hash, recorded, key_id) VALUES (?, ?, ?, ?, ?)';
const UPDATE_HEAD = 'UPDATE ledger_head SET batch_no = ?, hash = ?, recorded = ? WHERE id = 1';

/** The ledger on SQLite: the gate is held from reading to commit. */
export class SqliteLedgerStore extends LedgerStore {
  readonly maxConcurrentBatches = 1;

  private readonly proved: ProvedHead;

  constructor(
    private readonly database: Database,
    proof: LedgerProof,
  ) {
    super();
    this.proved = { proof, head: undefined };
  }

  begin(reading: BatchReading): Promise<BatchSession> {
    return new Promise((resolve, reject) => {
      const closed = this.database.withSqlite(
        (connection) =>
          new Promise<void>((close) => {
            try {
              connection.exec('BEGIN IMMEDIATE');
              resolve(new SqliteBatch(connection, reading, this.proved, close));
            } catch (error) {
              reject(toStoreFailure(error, 'before commit', false));
              close();
            }
          }),
      );
      closed.catch(reject);
    });
  }

  lockedAccounts(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  waitForAccount(): Promise<void> {
    return Promise.resolve();
  }

  /** Nobody else has locks on the only connection. */
  rehearse(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface ProvedHead {
  readonly proof: LedgerProof;
  head: LockedAccounts['head'] | undefined;
}

class SqliteBatch implements BatchSession {
  readonly way = 'locked';

  constructor(
    private readonly connection: SqliteConnection,
    private readonly reading: BatchReading,
    private readonly proved: ProvedHead,
    private readonly close: () => void,
  ) {}

  read(): Promise<LockedAccounts> {
    return this.attempt(() => read(this.connection, this.reading, this.proved));
  }

  write(plan: BatchPlan): Promise<boolean> {
    return this.attempt(() => {
      write(this.connection, writeSet(plan));
      this.connection.exec('COMMIT');
      this.proved.head = plan.head ?? this.proved.head;
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

function read(
  connection: SqliteConnection,
  { accounts, lookUps, conditional, spendingLimits }: BatchReading,
  proved: ProvedHead,
): LockedAccounts {
  const one = <Row>(sql: string, ...values: ColumnValue[]) => connection.cached(sql).all(...values) as unknown as Row[];
  const rowStates = new Map<RowUpdate, RowState>();
  for (const update of conditional.flatMap(({ updates = [] }) => updates)) {
    const found = one(rowSql(update), ...Object.values(update.key));
    if (found.length > 1) throw new Error(`a key of ${update.table} matches ${found.length} rows`);
    rowStates.set(update, found.length === 1 ? 'matches' : 'stale');
  }
  const holds = new Map(
    heldSubjects(conditional).flatMap((subject) =>
      one<HoldRecord>(SELECT_HOLD, subject).map((row) => [subject, toHold(row)] as const),
    ),
  );
  const keys = [...lookUps, ...keysOfUnmatched(conditional, rowStates, holds)];
  const head = readHead(one<HeadRecord>(SELECT_HEAD)[0]);
  if (!isSame(proved.head, head)) proveHead(connection, head, proved.proof);
  proved.head = head;
  const { proof } = proved;
  const rows = proof.accounts(accounts.flatMap((id) => one<AccountRecord>(SELECT_ACCOUNT, id)));
  const posted = proof.begun(accounts, rows).flatMap((id) => one<{ id: string }>(SELECT_POSTED, id));
  const requests = keys.flatMap(({ scope, action, key }) => one<RequestRecord>(SELECT_REQUEST, scope, action, key));
  const books = { head, ...proof.withoutRows(rows, posted), foundRecords: foundRecords(requests), rowStates, holds };
  if (spendingLimits.length === 0) return books;
  const debits = (limit: SpendingLimit) => one<DebitRecord>(SELECT_DEBITS_SINCE, ...valuesOf(limit)).map(debitOf);
  return { ...books, debitsSince: new Map(spendingLimits.map((limit) => [limit, debits(limit)])) };
}

/** @throws StoreFailure where the last batch is not one under a key of the chain */
function proveHead(connection: SqliteConnection, head: LockedAccounts['head'], proof: LedgerProof): void {
  if (head.batchNo === 0) return;
  const all = <Row>(sql: string, ...values: number[]) => connection.cached(sql).all(...values) as unknown as Row[];
  const batches = all<BatchRecord>(SELECT_BATCHES, head.batchNo, head.batchNo);
  const journals = all<JournalRecord>(SELECT_JOURNALS, head.batchNo);
  proof.provedBatches(undefined, head, { batches, journals, postings: all<PostingRecord>(SELECT_POSTINGS, head.batchNo) });
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
  for (const row of writes.holds) run(UPSERT_HOLD, row);
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
