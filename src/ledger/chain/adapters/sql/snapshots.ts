import { soon } from '../../../../kernel/timers.js';
import { mysqlOptions } from '../../../../platform/database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../../../../platform/database/mysql-session.js';
import type { ServerDialect } from '../../../../platform/database/server-dialect.js';
import { SqliteConnection } from '../../../../platform/database/sqlite-driver.js';

/** A separate connection that reads the database as of its opening. */
export interface SnapshotReader {
  readonly dialect: 'mysql' | 'sqlite';
  rows<Row>(sql: string, values: readonly (string | number)[]): Promise<Row[]>;
  quote(name: string): string;
  close(): Promise<void>;
}

export async function mysqlSnapshot(url: string, dialect: ServerDialect = 'mysql'): Promise<SnapshotReader> {
  const connection = await openConnection(mysqlOptions(url), LONG_SESSION);
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await connection.query(`START TRANSACTION WITH CONSISTENT SNAPSHOT${dialect === 'tidb' ? '' : ', READ ONLY'}`);
  return {
    dialect: 'mysql',
    rows: async <Row>(sql: string, values: readonly (string | number)[]) => {
      const [rows] = await connection.query(sql, [...values]);
      return rows as Row[];
    },
    quote: (name) => `\`${name}\``,
    close: () => connection.end(),
  };
}

export async function sqliteSnapshot(path: string): Promise<SnapshotReader> {
  const connection = new SqliteConnection(path, { readonly: true });
  connection.exec('BEGIN');
  // SQLite takes the snapshot with the first read.
  connection.pragma('user_version');
  return {
    dialect: 'sqlite',
    rows: async <Row>(sql: string, values: readonly (string | number)[]) => {
      // Reading is synchronous, so the event loop runs between portions.
      await new Promise<void>(soon);
      return connection.prepare(sql).all(...values) as Row[];
    },
    quote: (name) => `"${name}"`,
    close: () => Promise.resolve(connection.close()),
  };
}
