import mysql from 'mysql2';
import type { IdempotencyKey } from '../../../../kernel/caller.js';
import { DatabaseUnavailable, isConnectionLost } from '../../../../platform/database/errors.js';
import { mysqlOptions } from '../../../../platform/database/mysql-options.js';
import { destroySocket } from '../../../../platform/patches/mysql2.js';
import type { BatchPlan, LockedAccounts } from '../../domain/batch.js';
import { type AccountRecord, type BatchReading, type HeadRecord, LedgerStore, type RequestRecord } from '../ledger-store.js';
import { lockedAccounts } from '../locked-accounts.js';
import { writeSet } from '../write-set.js';
import {
  addBatch,
  HEAD_ELSEWHERE,
  increment,
  insert,
  list,
  moveHead,
  selectRequests,
  since,
  update,
  upsertAccounts,
} from './batch-sql.js';
import { AccountStateCache } from './account-state-cache.js';
import { lockRows, NO_ROWS } from './row-locks.js';

/**
 * Backslash escapes must mean what mysql2's escaping takes them to mean. Strict, because `moveHead` relies on NULL being
 * refused. READ COMMITTED, so that a lock reads what is there now. A node that vanishes in the middle of a batch keeps
 * the head of the chain locked for `wait_timeout` seconds.
 */
const SESSION =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'; " +
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET SESSION innodb_lock_wait_timeout = 5; SET SESSION wait_timeout = 60';

/** Longer than the few waits for a lock that a packet may need. */
const ANSWER_MS = 20_000;

const MAX_CONCURRENT_BATCHES = 2;
/** Accounts in a batch that make a second connection worth having. */
const SECOND_CONNECTION_THRESHOLD = 16;
const WIDEN_AGAIN_MS = 10_000;
/** So many batches of others are looked through for what they changed; after more, everything is read anew. */
const FOREIGN_BATCHES = 16;

/**
 * The ledger on MySQL: connections of its own, and one packet for a batch of any size, or two where its
 * accounts must be read first. Without reading, the next batch is built and sent while the previous one is
 * running, so that the database does not wait for a round trip.
 */
export class MysqlLedgerStore extends LedgerStore {
  private readonly alive = new Set<mysql.Connection>();
  private readonly idle: mysql.Connection[] = [];
  private readonly books = new AccountStateCache();
  private turn: Promise<void> = Promise.resolve();
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

  async run({ accounts, lookUps, conditional }: BatchReading, decide: (books: LockedAccounts) => BatchPlan): Promise<void> {
    const connection = this.idle.pop() ?? this.enlist(await this.open());
    let pass = () => {};
    try {
      const hasBegun = conditional.length > 0;
      const rows = hasBegun ? await lockRows((sql) => this.query(connection, sql), conditional) : NO_ROWS;
      pass = await this.takeTurn();
      const own = lookUps.length === 0 ? this.books.for(accounts) : undefined;
      if (!own || !(await this.writeUnread(connection, { ...own, ...rows }, decide, hasBegun, pass))) {
        const read = await this.lock(connection, accounts, lookUps, hasBegun || own !== undefined);
        const books = { ...read, ...rows, foundRecords: new Map([...rows.foundRecords, ...read.foundRecords]) };
        const plan = decide(books);
        this.books.follow(plan);
        pass();
        await this.write(connection, books.head, plan, []);
      }
    } catch (error) {
      this.books.forget();
      await this.abandon(connection, error);
      throw error;
    } finally {
      pass();
    }
    this.idle.push(connection);
    if (accounts.length >= SECOND_CONNECTION_THRESHOLD && this.alive.size < MAX_CONCURRENT_BATCHES) void this.widen();
  }

  /** Two only while there are two connections: a batch must not wait for one that the server does not give. */
  get maxConcurrentBatches(): number {
    return this.alive.size < MAX_CONCURRENT_BATCHES ? 1 : MAX_CONCURRENT_BATCHES;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.idle.splice(0).map((connection) => new Promise<void>((resolve) => connection.end(() => resolve()))));
  }

  private async lock(
    connection: mysql.Connection,
    accounts: readonly string[],
    lookUps: readonly IdempotencyKey[],
    hasBegun: boolean,
  ): Promise<LockedAccounts> {
    const statements = [hasBegun ? 'DO 0' : 'BEGIN', 'SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1 FOR UPDATE'];
    if (accounts.length > 0) {
      statements.push(
        `SELECT id, balance_kobo, seq FROM ledger_account FORCE INDEX (PRIMARY) WHERE id IN (${list(accounts)}) ORDER BY id FOR UPDATE`,
      );
    }
    if (lookUps.length > 0) {
      statements.push(selectRequests(lookUps));
    }
    const { knownUpTo } = this.books;
    if (knownUpTo) statements.push(...since(knownUpTo.batchNo, FOREIGN_BATCHES));
    const results = (await this.query(connection, statements.join('; '))) as unknown[][];
    const found = results.slice(2);
    const accountRows = accounts.length > 0 ? (found.shift() as AccountRecord[]) : [];
    const requestRows = lookUps.length > 0 ? (found.shift() as RequestRecord[]) : [];
    const books = lockedAccounts(results[1]?.[0] as HeadRecord | undefined, accountRows, requestRows, new Map());
    this.books.read(books, knownUpTo && changedSince(knownUpTo, books.head, found));
    return books;
  }

  /** Everything in one packet, on what this process left; false, with nothing written, where another has written since. */
  private async writeUnread(
    connection: mysql.Connection,
    own: LockedAccounts,
    decide: (books: LockedAccounts) => BatchPlan,
    hasBegun: boolean,
    pass: () => void,
  ): Promise<boolean> {
    const plan = decide(own);
    const { head } = own;
    this.books.follow(plan);
    let isHeld = false;
    const held = () => {
      isHeld = true;
      pass();
    };
    try {
      await this.write(connection, head, plan, hasBegun ? [] : ['BEGIN'], held);
      return true;
    } catch (error) {
      if (isHeld || (error as mysql.QueryError).errno !== HEAD_ELSEWHERE) throw error;
      // Only the statement was rolled back: the transaction continues, with its row locks.
      this.books.forget();
      return false;
    }
  }

  /** @param held called when the head is locked, where it is not yet */
  private async write(
    connection: mysql.Connection,
    from: LockedAccounts['head'],
    plan: BatchPlan,
    begin: readonly string[],
    held?: () => void,
  ): Promise<void> {
    const { updates, inserts, increments, accounts, batch } = writeSet(plan);
    const opening = [...begin, moveHead(from, batch ?? from)];
    const statements = [...updates.flatMap(update), ...inserts.map(insert), ...increments.map(increment)];
    if (batch) statements.push(addBatch(batch));
    if (accounts.length > 0) statements.push(upsertAccounts(accounts));
    // The answers of the opening come while the rest is worked on.
    let answers = 0;
    const answered = held && (() => ++answers === opening.length && held());
    await this.query(connection, [...opening, ...statements, 'COMMIT'].join('; '), answered);
    this.books.written(plan);
  }

  /** Batches reach the head one after the other. Resolves when it is this one's turn; the function ends the turn. */
  private async takeTurn(): Promise<() => void> {
    const before = this.turn;
    let pass = () => {};
    this.turn = new Promise((resolve) => (pass = resolve));
    await before;
    return pass;
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
    return connection;
  }

  private enlist(connection: mysql.Connection): mysql.Connection {
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
      else this.idle.push(this.enlist(connection));
    } catch {
      this.widenAt = performance.now() + WIDEN_AGAIN_MS;
    } finally {
      this.isWidening = false;
    }
  }

  /** Rolls back; a connection that cannot do that is given up, and the server rolls back for it. */
  private async abandon(connection: mysql.Connection, error: unknown): Promise<void> {
    if (isConnectionLost(error)) {
      // Also where it still answers, from a server that takes no writes any more. The idle one is hardly better, and the
      // next run must not find that out as slowly.
      for (const each of [connection, ...this.idle]) this.drop(each);
      return;
    }
    try {
      await this.query(connection, 'ROLLBACK');
      this.idle.push(connection);
    } catch {
      this.drop(connection);
    }
  }

  /**
   * Rejects like a lost connection when no answer comes: a server that hangs must not hold the queue for ever.
   * @param answered called for each statement without rows, once it is done
   */
  private query(connection: mysql.Connection, sql: string, answered?: () => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // A batch that waits for its turn behind this one would begin to wait on the same server only then.
        if (this.alive.has(connection)) for (const each of this.alive) this.drop(each);
        else this.drop(connection);
        reject(Object.assign(new Error('the database did not answer'), { code: 'ETIMEDOUT' }));
      }, this.answerMs);
      const sent = connection.query(sql, (error, results) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(results);
      });
      if (answered) sent.on('result', answered);
    });
  }

  private drop(connection: mysql.Connection): void {
    this.forget(connection);
    destroySocket(connection, Object.assign(new Error('the connection was given up'), { code: 'ETIMEDOUT' }));
  }

  private forget(connection: mysql.Connection): void {
    this.alive.delete(connection);
    const index = this.idle.indexOf(connection);
    if (index !== -1) this.idle.splice(index, 1);
  }
}

/** The accounts that `since` found; undefined where its batch is not in this chain, or too far back, or the head itself. */
function changedSince(knownUpTo: LockedAccounts['head'], head: LockedAccounts['head'], found: unknown[][]): string[] | undefined {
  const [[batch], postings] = found as [{ hash: string }[], { account_id: string }[]];
  const batches = head.batchNo - knownUpTo.batchNo;
  if (batch?.hash !== knownUpTo.hash || batches < 1 || batches > FOREIGN_BATCHES) return undefined;
  return postings.map((posting) => posting.account_id);
}

/** The statements hold their values already; looking for placeholders in a hundred kilobytes of them would cost more than the rest. */
function asWritten(sql: string): string {
  return sql;
}
