import mysql from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { afterListening } from '../../kernel/timers.js';
import { aroundGetConnection } from '../patches/mysql2.js';
import { DatabaseUnavailable } from './errors.js';
import { identifySession } from './silent-sessions.js';

export interface SessionSettings {
  /** Below the limit of a statement, so that a lock wait keeps the connection usable. */
  readonly lockWaitSeconds: number;
  /** For the definition of a table, which an ALTER holds. */
  readonly tableLockWaitSeconds?: number;
  /** How long the server keeps an idle connection and its locks. */
  readonly idleSeconds: number;
  /** The same inside of a transaction; servers without that limit apply it to all. */
  readonly idleTransactionSeconds?: number;
  /** Off where a statement outside of a transaction must not be committed. */
  readonly autocommit?: boolean;
}

export const POOL_SESSION: SessionSettings = { lockWaitSeconds: 20, idleSeconds: 60 };
/** For slow readers, and migrations that wait for each other. */
export const LONG_SESSION: SessionSettings = { lockWaitSeconds: 20, idleSeconds: 28_800 };

export function idleOptions(connections: number): { maxIdle: number; idleTimeout: number } {
  // mysql2 closes idle connections only where fewer may stay than there may be.
  return { maxIdle: connections - 1, idleTimeout: (POOL_SESSION.idleSeconds * 1000) / 2 };
}

const PREPARE_MS = 10_000;
/** NO_BACKSLASH_ESCAPES would break mysql2's escaping, and without strictness values are truncated silently. */
const SQL_MODE = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

function sessionStatements(settings: SessionSettings): readonly string[] {
  const {
    lockWaitSeconds,
    tableLockWaitSeconds,
    idleSeconds,
    idleTransactionSeconds = idleSeconds,
    autocommit = true,
  } = settings;
  const variables = [
    `sql_mode = '${SQL_MODE}'`,
    `autocommit = ${autocommit ? 1 : 0}`,
    "time_zone = '+00:00'",
    `innodb_lock_wait_timeout = ${lockWaitSeconds}`,
    ...(tableLockWaitSeconds === undefined ? [] : [`lock_wait_timeout = ${tableLockWaitSeconds}`]),
    `wait_timeout = ${Math.min(idleSeconds, idleTransactionSeconds)}`,
  ].map((variable) => `SESSION ${variable}`);
  return [
    // MySQL reads the MariaDB-only part as a comment.
    `SET NAMES utf8mb4 COLLATE utf8mb4_bin, ${variables.join(', ')} /*M!100300 , SESSION wait_timeout = ${idleSeconds}, SESSION idle_transaction_timeout = ${idleTransactionSeconds} */`,
    // The variable is named differently on MySQL and older MariaDB.
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ];
}

/** Destroys the connection when a setting fails. */
export function prepareSession(
  connection: mysql.Connection,
  settings: SessionSettings,
  done: (error: Error | null) => void,
): void {
  const timer = afterListening(PREPARE_MS, () => end(new DatabaseUnavailable(new Error('the session was not set in time'))));
  const end = (error: Error | null) => {
    timer.stop();
    if (error) connection.destroy();
    done(error);
  };
  let missing = 1;
  for (const statement of sessionStatements(settings)) {
    missing++;
    connection.query(statement, (error) => (error || --missing === 0 ? end(error) : undefined));
  }
  identifySession(connection, () => (--missing === 0 ? end(null) : undefined));
}

export async function openConnection(options: mysql.ConnectionOptions, settings: SessionSettings): Promise<Connection> {
  const connection = mysql.createConnection(options);
  // Without a listener an error would end the process.
  connection.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    prepareSession(connection, settings, (error) => (error ? reject(error) : resolve()));
  });
  return connection.promise();
}

/** Lends connections of the pool only when their session is set. */
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
