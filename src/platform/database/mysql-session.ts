import mysql from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { aroundGetConnection } from '../patches/mysql2.js';
import { DatabaseUnavailable } from './errors.js';

export interface SessionSettings {
  /** Shorter than the limit of a statement, so that waiting for a lock keeps the connection usable. */
  readonly lockWaitSeconds: number;
  /** How long the server keeps an idle connection and the locks of its transaction. */
  readonly idleSeconds: number;
  /** The same inside of a transaction, where that is to be shorter; servers without that limit apply it to all. */
  readonly idleTransactionSeconds?: number;
  /** Off where a statement outside of a transaction must never be committed by itself. */
  readonly autocommit?: boolean;
}

export const POOL_SESSION: SessionSettings = { lockWaitSeconds: 20, idleSeconds: 60 };
/** For slow readers, and migrations that wait for each other. */
export const LONG_SESSION: SessionSettings = { lockWaitSeconds: 20, idleSeconds: 28_800 };

/** Pools close unused connections before the server does so during a statement. */
export function idleOptions(connections: number): { maxIdle: number; idleTimeout: number } {
  // mysql2 closes idle connections only where fewer of them may stay than there may be.
  return { maxIdle: connections - 1, idleTimeout: (POOL_SESSION.idleSeconds * 1000) / 2 };
}

const PREPARE_MS = 10_000;
/**
 * NO_BACKSLASH_ESCAPES would let mysql2's escaped values end their quotes; without strictness values are cut silently.
 * ONLY_FULL_GROUP_BY is left out, so that every server groups alike.
 */
const SQL_MODE = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/** All session settings that the service relies on, whatever the server's global ones. */
function sessionStatements(settings: SessionSettings): readonly string[] {
  const { lockWaitSeconds, idleSeconds, idleTransactionSeconds = idleSeconds, autocommit = true } = settings;
  const variables = [
    `sql_mode = '${SQL_MODE}'`,
    `autocommit = ${autocommit ? 1 : 0}`,
    "time_zone = '+00:00'",
    `innodb_lock_wait_timeout = ${lockWaitSeconds}`,
    `wait_timeout = ${Math.min(idleSeconds, idleTransactionSeconds)}`,
  ].map((variable) => `SESSION ${variable}`);
  return [
    // MySQL has no limit for idle transactions alone and reads the last part as a comment.
    `SET NAMES utf8mb4 COLLATE utf8mb4_bin, ${variables.join(', ')} /*M!100300 , SESSION wait_timeout = ${idleSeconds}, SESSION idle_transaction_timeout = ${idleTransactionSeconds} */`,
    // The variable of it has another name on MySQL than on older MariaDB.
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ];
}

/** Calls back when the server has taken every setting; destroys the connection otherwise. */
export function prepareSession(
  connection: mysql.Connection,
  settings: SessionSettings,
  done: (error: Error | null) => void,
): void {
  const timer = setTimeout(() => end(new DatabaseUnavailable(new Error('the session was not set in time'))), PREPARE_MS);
  const end = (error: Error | null) => {
    clearTimeout(timer);
    if (error) connection.destroy();
    done(error);
  };
  let missing = 0;
  for (const statement of sessionStatements(settings)) {
    missing++;
    connection.query(statement, (error) => (error || --missing === 0 ? end(error) : undefined));
  }
}

/** A connection outside of the pools, with its session set. */
export async function openConnection(options: mysql.ConnectionOptions, settings: SessionSettings): Promise<Connection> {
  const connection = mysql.createConnection(options);
  // An error is reported to the next statement; without a listener it would end the process.
  connection.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    prepareSession(connection, settings, (error) => (error ? reject(error) : resolve()));
  });
  return connection.promise();
}

/** Hands out connections of the pool only when their session is set. */
export function prepareSessions(pool: mysql.Pool): void {
  const prepared = new WeakSet<mysql.PoolConnection>();
  aroundGetConnection(pool, (getConnection) => (take) => {
    getConnection((error, connection) => {
      if (error || prepared.has(connection)) return take(error, connection);
      prepareSession(connection, POOL_SESSION, (failed) => {
        if (!failed) prepared.add(connection);
        take(failed, connection);
      });
    });
  });
}
