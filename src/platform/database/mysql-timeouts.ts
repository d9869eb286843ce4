import type { Socket } from 'node:net';
import mysql from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseUnavailable, isConnectionLost } from './errors.js';
import { mysqlOptions } from './mysql-options.js';
import { idleOptions, prepareSessions } from './mysql-session.js';

/** How long a server that takes connections but does not answer may keep a caller waiting. */
export interface DatabaseTimeouts {
  /** Until a connection is free, or made. */
  readonly connectionMs: number;
  /** Until a statement is answered. */
  readonly statementMs: number;
}

/** Requests and jobs: their statements follow an index, so that only locks make them wait. */
export const SERVICE_TIMEOUTS: DatabaseTimeouts = { connectionMs: 10_000, statementMs: 30_000 };
/** An operator's command may sum up a whole table, and somebody watches it. */
export const TOOL_TIMEOUTS: DatabaseTimeouts = { connectionMs: 10_000, statementMs: 3_600_000 };
/** Callers that wait for a connection of one pool; whoever comes then is refused at once. */
export const LARGEST_QUEUE = 4_096;

const CONNECTIONS = 4;

/** A pool for statements of their own, beside TypeORM's. */
export function openPool(url: string, patience: DatabaseTimeouts): mysql.Pool {
  const pool = mysql.createPool({
    ...mysqlOptions(url),
    connectTimeout: patience.connectionMs,
    connectionLimit: CONNECTIONS,
    queueLimit: LARGEST_QUEUE,
    ...idleOptions(CONNECTIONS),
  });
  prepareSessions(pool);
  limitPool(pool, patience);
  return pool;
}

/** The same for TypeORM's pool. */
export function limitTypeorm(dataSource: DataSource, patience: DatabaseTimeouts): void {
  const driver = dataSource.driver as unknown as { pool: mysql.Pool; createQueryRunner(...given: unknown[]): QueryRunner };
  limitPool(driver.pool, patience);
  // TypeORM hides what its driver threw in an error of its own.
  const create = driver.createQueryRunner.bind(driver);
  driver.createQueryRunner = (...given) => {
    const runner = create(...given);
    const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    runner.query = ((...statement: unknown[]) =>
      query(...statement).catch((error: Error & { driverError?: unknown }) => {
        throw error.driverError instanceof DatabaseUnavailable ? error.driverError : error;
      })) as typeof runner.query;
    return runner;
  };
}

function limitPool(pool: mysql.Pool, { connectionMs, statementMs }: DatabaseTimeouts): void {
  const limited = new WeakSet<mysql.PoolConnection>();
  const getConnection = pool.getConnection.bind(pool);
  pool.getConnection = (take) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      take(new DatabaseUnavailable(new Error(`no connection to the database within ${connectionMs} ms`)), NONE);
    }, connectionMs);
    getConnection((error, connection) => {
      // The pool cannot be told that nobody waits any more.
      if (isLate) return error ? undefined : connection.release();
      clearTimeout(timer);
      if (error) return take(told(error), NONE);
      if (!limited.has(connection)) {
        limited.add(connection);
        limitStatements(connection, statementMs);
      }
      take(null, connection);
    });
  };
}

/** What a callback is given beside an error. */
const NONE = undefined as unknown as mysql.PoolConnection;

function told(error: Error): Error {
  const isAway = isConnectionLost(error) || error.message === 'Queue limit reached.';
  return isAway && !(error instanceof DatabaseUnavailable) ? new DatabaseUnavailable(error) : error;
}

type Send = (...given: unknown[]) => unknown;
type Answered = (...answer: unknown[]) => void;

/**
 * A connection whose answer is late is destroyed, never handed back: the answer may still come, and would be taken for
 * that of the next statement. mysql2's own `timeout` leaves it in the pool.
 */
function limitStatements(connection: mysql.PoolConnection, statementMs: number): void {
  const methods = connection as unknown as { readonly stream: Socket; query: Send; execute: Send };
  for (const method of ['query', 'execute'] as const) {
    const send = methods[method].bind(connection);
    methods[method] = (...given) => {
      const answered = given.pop() as Answered;
      const timer = setTimeout(() => {
        connection.destroy();
        // Which only says goodbye, to somebody who may never read it.
        methods.stream.destroy();
        answered(new DatabaseUnavailable(new Error(`the database did not answer within ${statementMs} ms`)));
      }, statementMs);
      try {
        return send(...given, (error: Error | null, ...answer: unknown[]) => {
          clearTimeout(timer);
          answered(error && told(error), ...answer);
        });
      } catch (error) {
        // A value that cannot be sent: the connection is as good as before.
        clearTimeout(timer);
        throw error;
      }
    };
  }
}
