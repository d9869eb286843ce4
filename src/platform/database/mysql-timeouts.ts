import mysql from 'mysql2';
import type { DataSource } from 'typeorm';
import { afterListening, steadyMs } from '../../kernel/timers.js';
import { aroundGetConnection, aroundStatements, destroySocket, NO_CONNECTION } from '../patches/mysql2.js';
import { mapQueryErrors, mysqlPool } from '../patches/typeorm.js';
import { DatabaseUnavailable, isConnectionLost } from './errors.js';
import { mysqlOptions } from './mysql-options.js';
import { idleOptions, prepareSessions } from './mysql-session.js';
import { isSuspect, watchStatement } from './silent-sessions.js';

/** Limits for a server that accepts connections but does not answer. */
export interface DatabaseTimeouts {
  readonly connectionMs: number;
  readonly statementMs: number;
}

/** For requests and jobs: their statements use indexes, so that only locks delay them. */
export const SERVICE_TIMEOUTS: DatabaseTimeouts = { connectionMs: 10_000, statementMs: 30_000 };
/** For replicas: the primary is asked instead. */
export const REPLICA_TIMEOUTS: DatabaseTimeouts = { connectionMs: 2_000, statementMs: 2_000 };
/** For operator commands, which may read a whole table. */
export const TOOL_TIMEOUTS: DatabaseTimeouts = { connectionMs: 10_000, statementMs: 3_600_000 };
/** Further callers are refused at once. */
export const LARGEST_QUEUE = 4_096;

/** Part of `DATABASE_CONNECTIONS` for statements beside TypeORM. */
export const POOL_CONNECTIONS = 4;

export function openPool(url: string, timeouts: DatabaseTimeouts): mysql.Pool {
  const pool = mysql.createPool({
    ...mysqlOptions(url),
    connectTimeout: timeouts.connectionMs,
    connectionLimit: POOL_CONNECTIONS,
    queueLimit: LARGEST_QUEUE,
    ...idleOptions(POOL_CONNECTIONS),
  });
  prepareSessions(pool);
  limitPool(pool, url, timeouts);
  return pool;
}

export function limitTypeorm(dataSource: DataSource, url: string, timeouts: DatabaseTimeouts): void {
  limitPool(mysqlPool(dataSource), url, timeouts);
  mapQueryErrors(dataSource, (error) => (error.driverError instanceof DatabaseUnavailable ? error.driverError : error));
}

function limitPool(pool: mysql.Pool, url: string, { connectionMs, statementMs }: DatabaseTimeouts): void {
  /** When each was last answered, in steady ms. */
  const answeredAt = new WeakMap<mysql.PoolConnection, number>();
  aroundGetConnection(pool, (getConnection) => (take) => {
    let isLate = false;
    const timer = afterListening(connectionMs, () => {
      isLate = true;
      take(new DatabaseUnavailable(new Error(`no connection to the database within ${connectionMs} ms`)), NO_CONNECTION);
    });
    const lend = () =>
      getConnection((error, connection) => {
        // The pool cannot cancel a waiting caller.
        if (isLate) return error ? undefined : connection.release();
        if (error) {
          timer.stop();
          return take(toUnavailable(error), NO_CONNECTION);
        }
        const lastAnswer = answeredAt.get(connection);
        if (lastAnswer !== undefined && isSuspect(url, lastAnswer)) {
          destroySocket(connection);
          return lend();
        }
        timer.stop();
        const answered = () => answeredAt.set(connection, steadyMs());
        if (lastAnswer === undefined) limitStatements(connection, url, statementMs, answered);
        answered();
        take(null, connection);
      });
    lend();
  });
}

function toUnavailable(error: Error): Error {
  const isAway = isConnectionLost(error) || error.message === 'Queue limit reached.';
  return isAway && !(error instanceof DatabaseUnavailable) ? new DatabaseUnavailable(error) : error;
}

/** A connection with a late answer is destroyed, because the answer would be taken for that of the next statement. */
function limitStatements(connection: mysql.PoolConnection, url: string, statementMs: number, answered: () => void): void {
  aroundStatements(connection, (callback, send) => {
    const giveUp = (text: string) => {
      end();
      destroySocket(connection);
      callback(new DatabaseUnavailable(new Error(text)));
    };
    const timer = afterListening(statementMs, () => giveUp(`the database did not answer within ${statementMs} ms`));
    const unwatch = watchStatement(connection, url, () => giveUp('the answer of the database was lost'));
    const end = () => {
      timer.stop();
      unwatch();
    };
    try {
      return send((error, ...answer) => {
        end();
        answered();
        callback(error && toUnavailable(error), ...answer);
      });
    } catch (error) {
      // The value of a placeholder cannot be sent; the connection is still usable.
      end();
      throw error;
    }
  });
}
