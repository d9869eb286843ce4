import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from 'mysql2/promise';
import { StartError } from '../../config/start-error.js';
import { mysqlOptions } from '../../database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../../database/mysql-session.js';
import type { BinlogPosition } from '../manifest.js';

/** The present state. */
export interface ServerState {
  readonly server: string;
  readonly serverId: number;
  readonly dataDirectory: string;
  /** Path of its binary logs without their numbers. */
  readonly logBase: string;
  /** Unix ms. */
  readonly now: number;
}

interface StateRow extends Omit<ServerState, 'logBase' | 'now' | 'server'> {
  readonly format: string;
  /** Null where nothing is logged. */
  readonly logBase: string | null;
  /** A decimal number. */
  readonly now: string;
}

/** @throws StartError where it is not MariaDB, or writes no binary log of rows */
export async function withMariadb<T>(url: string, work: (connection: Connection, state: ServerState) => Promise<T>): Promise<T> {
  const { database: _, ...server } = mysqlOptions(url);
  const connection = await openConnection(server, LONG_SESSION);
  try {
    return await work(connection, await stateOf(connection));
  } finally {
    await connection.end();
  }
}

async function stateOf(connection: Connection): Promise<ServerState> {
  const { server } = await oneRow<{ server: string }>(connection, 'SELECT VERSION() AS server');
  if (!server.includes('MariaDB'))
    throw new StartError([`The server is MySQL ${server}: only the files of MariaDB can be copied, by mariadb-backup.`]);
  const { format, logBase, now, ...state } = await oneRow<StateRow>(
    connection,
    `SELECT @@server_id AS serverId, @@datadir AS dataDirectory, @@log_bin_basename AS logBase, @@binlog_format AS format,
     FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000) AS now`,
  );
  if (logBase === null)
    throw new StartError(['The server writes no binary log: set log_bin, without which nothing can be replayed.']);
  if (format === 'STATEMENT') throw new StartError(['binlog_format is STATEMENT, which does not repeat what was done: set ROW.']);
  return { ...state, server, logBase, now: Number(now) };
}

/** The last change before a position of the binary log; null where the server has no such position. */
export async function gtidAt(connection: Connection, { file, position }: BinlogPosition): Promise<string | null> {
  const { found } = await oneRow<{ found: string | null }>(connection, 'SELECT BINLOG_GTID_POS(?, ?) AS found', [file, position]);
  return found;
}

export async function rowsOf<Row>(connection: Connection, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const [rows] = await connection.query(sql, [...values]);
  return rows as Row[];
}

export async function oneRow<Row>(connection: Connection, sql: string, values: readonly unknown[] = []): Promise<Row> {
  return (await rowsOf<Row>(connection, sql, values))[0]!;
}

/** @throws StartError where the files of the server are not on this machine */
export function requireFiles({ dataDirectory, logBase }: ServerState): void {
  for (const folder of [dataDirectory, dirname(logBase)])
    try {
      accessSync(folder, constants.R_OK | constants.X_OK);
    } catch {
      throw new StartError([
        `${folder} cannot be read: run this where the files of the database are, as the user that owns them.`,
      ]);
    }
}

/** @throws StartError that names the package */
export function requireProgram(name: string, debianPackage: string): void {
  if (spawnSync(name, ['--version']).status !== 0) throw new StartError([`${name} is not installed (Debian: ${debianPackage}).`]);
}
