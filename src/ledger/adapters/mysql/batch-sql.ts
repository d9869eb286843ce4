import mysql from 'mysql2';
import type { IdempotencyKey } from '../../../kernel/caller.js';
import type { ColumnValue } from '../../../kernel/row-changes.js';
import type { LockedAccounts } from '../../domain/batch.js';
import type { SpendingLimit } from '../../domain/spending-limit.js';
import { debitsSinceSql, valuesOf } from '../debits-since.js';
import {
  ACCOUNT_COLUMNS,
  HOLD_CHANGES,
  HOLD_COLUMNS,
  type ChangeStatement,
  type IncrementGroup,
  type InsertGroup,
  type WrittenBatch,
} from '../write-set.js';

type Head = LockedAccounts['head'];

const MOST_AHEAD_MS = 60_000;
/** More than the commands of one batch move it on. */
const HEAD_STEP_MS = 1_000;

/** Text without quotes, backslashes and control characters needs no escaping. */
const PLAIN = /^[ -&(-[\]-~\u0080-\uffff]*$/;

function literal(value: ColumnValue): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return 'NULL';
  if (typeof value === 'string') return PLAIN.test(value) ? `'${value}'` : mysql.escape(value);
  return `X'${Buffer.from(value).toString('hex')}'`;
}

export function list(values: readonly ColumnValue[]): string {
  return values.map(literal).join();
}

export function selectRequests(keys: readonly IdempotencyKey[]): string {
  const tuples = keys.map(({ scope, action, key }) => `(${list([scope, action, key])})`);
  return `SELECT * FROM money_request WHERE (scope, action, request_key) IN (${tuples.join()})`;
}

/** A loop, because a batch has thousands of values. */
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

/** Before a statement: MariaDB does not wait for its locks; other servers read a comment, and wait as the session says. */
export const WITHOUT_WAITING = '/*M!100300 SET STATEMENT innodb_lock_wait_timeout = 0, lock_wait_timeout = 0 FOR */ ';

export function insert({ table, columns, rows }: InsertGroup): string {
  return `INSERT INTO ${table} (${columns.join()}) VALUES ${tuples(rows)}`;
}

/** "Column 'batch_no' cannot be null" is the error of the statements that check the head. */
export function isHeadRefused(error: unknown): boolean {
  return isNullRefused(error, 'batch_no');
}

/** The same for the check of the time. */
export function isTimeRefused(error: unknown): boolean {
  return isNullRefused(error, 'hash');
}

function isNullRefused(error: unknown, column: string): boolean {
  const { errno, message } = (error ?? {}) as Partial<mysql.QueryError>;
  return errno === 1048 && (message ?? '').includes(`'${column}'`);
}

/**
 * Fails where the head is not the one that the batch was planned on, or where `latest`, the time of the last command, is far ahead
 * of the database's clock. A head that is ahead itself, because that clock was set back, may move on. `blocks_no` counts changes of
 * blocks, so that no other process plans on accounts that it read before one.
 */
export function moveHead(from: Head, to: Head, nonce: string, latest: number): string {
  const { blocksNo = 0 } = from;
  const isThere = `batch_no = ${from.batchNo} AND hash = ${literal(from.hash)} AND blocks_no = ${blocksNo}`;
  const mostAhead = `GREATEST(recorded + ${HEAD_STEP_MS}, UNIX_TIMESTAMP(NOW(6)) * 1000 + ${MOST_AHEAD_MS})`;
  const hash = `IF(${latest} <= ${mostAhead}, ${literal(to.hash)}, NULL)`;
  return `UPDATE ledger_head SET batch_no = IF(${isThere}, ${to.batchNo}, NULL), hash = ${hash}, recorded = ${to.committedAt}, nonce = ${literal(nonce)}, blocks_no = ${to.blocksNo ?? blocksNo} WHERE id = 1`;
}

/** Fails where there is no head row, which an UPDATE does not report. */
export function addBatch({ batchNo, journals, hash, committedAt, keyId }: WrittenBatch): string {
  const isThere = `(SELECT batch_no FROM ledger_head WHERE id = 1) = ${batchNo}`;
  return `INSERT INTO ledger_batch (batch_no,journals,hash,recorded,key_id) VALUES (IF(${isThere}, ${batchNo}, NULL),${list([journals, hash, committedAt, keyId])})`;
}

/** Fails unless the head was moved in this transaction: after a rollback inside a packet (Galera) the rest runs in a new one. */
export function assertWhole(nonce: string): string {
  const isThere = `SELECT 1 FROM ledger_head WHERE id = 1 AND nonce = ${literal(nonce)}`;
  return `INSERT INTO ledger_head (id, batch_no, hash, recorded, nonce) SELECT 2, NULL, '', 0, '' FROM DUAL WHERE NOT EXISTS (${isThere})`;
}

export function selectHead(lock: '' | 'FOR UPDATE'): string {
  return `SELECT batch_no, hash, recorded, blocks_no FROM ledger_head WHERE id = 1 ${lock}`;
}

/** With the number and the balance of the last posting, which is the end of a range of the primary key. */
export function selectAccounts(ids: readonly string[]): string {
  const posted =
    "SELECT CONCAT(seq, ':', balance_kobo) FROM posting WHERE account_id = a.id ORDER BY account_id DESC, recorded DESC, seq DESC LIMIT 1";
  const blocks = "SELECT CONCAT(version, ':', blocks) FROM ledger_block WHERE account_id = a.id";
  return `SELECT id, balance_kobo, seq, (${posted}) AS posted, (${blocks}) AS blocks FROM ledger_account a FORCE INDEX (PRIMARY) WHERE id IN (${list(ids)})`;
}

/** Accounts that are posted to and have no row, in one statement: another process may begin one at any time. */
export function selectPostedWithoutRow(ids: readonly string[]): string {
  const hasRow = 'EXISTS (SELECT 1 FROM ledger_account a WHERE a.id = posting.account_id)';
  return `SELECT account_id AS id FROM posting WHERE account_id IN (${list(ids)}) AND NOT ${hasRow} GROUP BY account_id`;
}

export function selectIds(ids: readonly string[]): string {
  return `SELECT id FROM ledger_account FORCE INDEX (PRIMARY) WHERE id IN (${list(ids)})`;
}

/** In a transaction of its own. */
export function lockAccounts(ids: readonly string[], how: '' | 'SKIP LOCKED' | 'NOWAIT'): string {
  return `BEGIN; ${selectIds(ids)} FOR UPDATE ${how}; ROLLBACK`;
}

export function selectDebitsSince(limit: SpendingLimit): string {
  const [account, recorded, seq] = valuesOf(limit).map(literal) as [string, string, string];
  return debitsSinceSql(account, recorded, seq);
}

/** A batch without its journals, and those that follow it with all that their hash is made of. */
export function since(batchNo: number, batches: number): string[] {
  const following = `batch_no > ${batchNo} AND batch_no <= ${batchNo + batches}`;
  return [
    `SELECT batch_no, hash, key_id FROM ledger_batch WHERE batch_no >= ${batchNo} AND batch_no <= ${batchNo + batches} ORDER BY batch_no`,
    `SELECT batch_no, id, kind, subject, recorded, request FROM journal WHERE ${following} ORDER BY batch_no, position`,
    `SELECT batch_no, journal_id, account_id, seq, amount_kobo, balance_kobo, note FROM posting WHERE ${following} ORDER BY batch_no, line`,
  ];
}

export function upsertAccounts(rows: readonly ColumnValue[][]): string {
  return `INSERT INTO ledger_account (${ACCOUNT_COLUMNS.join()}) VALUES ${tuples(rows)} ON DUPLICATE KEY UPDATE balance_kobo = VALUES(balance_kobo), seq = VALUES(seq)`;
}

export function upsertHolds(rows: readonly ColumnValue[][]): string {
  const changes = HOLD_CHANGES.map((column) => `${column} = VALUES(${column})`);
  return `INSERT INTO ledger_hold (${HOLD_COLUMNS.join()}) VALUES ${tuples(rows)} ON DUPLICATE KEY UPDATE ${changes.join()}`;
}

export function increment({ table, keyColumns, addColumns, rows }: IncrementGroup): string {
  const sums = addColumns.map((column) => `${column} = ${column} + VALUES(${column})`).join();
  return `INSERT INTO ${table} (${[...keyColumns, ...addColumns].join()}) VALUES ${tuples(rows)} ON DUPLICATE KEY UPDATE ${sums}`;
}

/**
 * Of changes to the same columns of a table: one statement, and a check that it found all of their rows. The rows are looked up by
 * their primary key, in the order that is given.
 */
export function update(changes: readonly ChangeStatement[]): string[] {
  const [{ table, key, set }] = changes as [ChangeStatement];
  const rows = changes.map((change, row) => {
    const values = [...change.key, ...change.set].map(([, value]) => literal(value));
    return `SELECT ${(row === 0 ? values.map((value, at) => `${value} AS c${at}`) : values).join()}`;
  });
  const on = key.map(([column], at) => `t.${column} = v.c${at}`);
  const assignments = set.map(([column], at) => `t.${column} = v.c${key.length + at}`);
  return [
    `UPDATE /*+ INL_JOIN(t) */ (${rows.join(' UNION ALL ')}) v STRAIGHT_JOIN ${table} t ON ${on.join(' AND ')} SET ${assignments.join()}`,
    `UPDATE ledger_head SET batch_no = IF(ROW_COUNT() = ${changes.length}, batch_no, NULL) WHERE id = 1`,
  ];
}
