import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { escapeId } from 'mysql2';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config/config.js';
import { mysqlPool } from '../patches/typeorm.js';
import { createPrivateFile, SQLITE_FILE } from '../config/data-folder.js';
import { StartError } from '../config/start-error.js';
import { DatabaseEnvironment } from './database.settings.js';
import { isRetryable } from './errors.js';
import { mysqlOptions } from './mysql-options.js';
import { idleOptions, LONG_SESSION, openConnection, prepareSessions } from './mysql-session.js';
import { LARGEST_QUEUE, POOL_CONNECTIONS } from './mysql-timeouts.js';
import { type DialectOption, isTidb } from './server-dialect.js';
import { SqliteConnection } from './sqlite-driver.js';

type Migrations = NonNullable<DataSourceOptions['migrations']>;

export function dataSourceOptions(
  config: Config,
  entities: DataSourceOptions['entities'],
  migrations: Migrations,
  databaseUrl = config.databaseUrl,
): DataSourceOptions & Partial<DialectOption> {
  const common = { entities, migrations, migrationsTableName: 'migration', synchronize: false, logging: false } as const;
  if (databaseUrl) {
    const { host, port, user, password, database, socketPath, ssl } = mysqlOptions(databaseUrl);
    const { DATABASE_CONNECTIONS, DATABASE_DIALECT } = config.of(DatabaseEnvironment);
    const poolSize = DATABASE_CONNECTIONS - POOL_CONNECTIONS;
    return {
      ...common,
      serverDialect: DATABASE_DIALECT,
      type: 'mysql',
      host,
      port,
      database,
      socketPath,
      username: user,
      password: password ?? '',
      ssl: ssl as object | undefined,
      charset: 'utf8mb4_bin',
      supportBigNumbers: true,
      bigNumberStrings: false,
      timezone: 'Z',
      poolSize,
      extra: { queueLimit: LARGEST_QUEUE, ...idleOptions(poolSize) },
    };
  }
  return {
    ...common,
    type: 'better-sqlite3',
    driver: SqliteConnection,
    database: join(config.dataDir, SQLITE_FILE),
    prepareDatabase: (connection: SqliteConnection) => {
      useWriteAheadLog(connection);
      // FULL: commits survive a power failure, not only a crash.
      connection.exec('PRAGMA synchronous = FULL');
    },
  };
}

const BUSY_ATTEMPTS = 200;
const BUSY_PAUSE_MS = 50;

/** Switching to WAL needs the file exclusively and does not wait for another process that starts. */
function useWriteAheadLog(connection: SqliteConnection): void {
  for (let attempt = 1; ; attempt++) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === BUSY_ATTEMPTS || !isRetryable(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS);
    }
  }
}

/** @param creates whether a missing database is made. @throws StartError where it is missing and may not be made */
export async function connect(
  options: DataSourceOptions & Partial<DialectOption>,
  databaseUrl: string | undefined,
  creates = true,
): Promise<DataSource> {
  if (!databaseUrl) {
    const path = String(options.database);
    if (creates) createPrivateFile(path);
    else if (!existsSync(path)) throw new StartError([noDatabase(path)]);
    return new DataSource(options).initialize();
  }
  // TypeORM reads the two servers' schemas differently (MariaDB spells the default of a nullable column NULL).
  const version = await ensureDatabase(databaseUrl, creates);
  const isDialectTidb = options.serverDialect === 'tidb';
  if (isTidb(version) && !isDialectTidb) throw new StartError([WRONG_DIALECT]);
  // TypeORM sends RETURNING for `mariadb`.
  const type = version.includes('MariaDB') && !isDialectTidb ? 'mariadb' : 'mysql';
  const dataSource = await new DataSource({ ...options, type } as DataSourceOptions).initialize();
  prepareSessions(mysqlPool(dataSource));
  return dataSource;
}

export function noDatabase(name: string): string {
  return `There is no database of this service at ${name}: correct DATABASE_URL or DATA_DIR; npm start or migrate --create makes one.`;
}

/** TiDB reads SKIP LOCKED and takes no lock, so that two processes would work on the same rows. */
const WRONG_DIALECT = 'The database at DATABASE_URL is TiDB: set DATABASE_DIALECT=tidb, without which rows are not locked there.';

/** Ids, addresses and keys compare so. */
const BY_BYTES = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/** @returns the version of the server */
async function ensureDatabase(url: string, creates: boolean): Promise<string> {
  const { database, ...server } = mysqlOptions(url);
  const connection = await openConnection({ ...server, database }, LONG_SESSION).catch(async (error: { code?: string }) => {
    if (error.code !== 'ER_BAD_DB_ERROR') throw error;
    if (!creates) throw new StartError([noDatabase(String(database))]);
    const made = await openConnection(server, LONG_SESSION);
    await made.query(`CREATE DATABASE IF NOT EXISTS ${escapeId(database)} ${BY_BYTES}`);
    await made.query(`USE ${escapeId(database)}`);
    return made;
  });
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version, @@collation_database AS collation');
    const [{ version, collation }] = rows as [{ version: string; collation: string }];
    // Only where it must: on MySQL another process that migrates could meet a deadlock.
    if (creates && collation !== 'utf8mb4_bin') {
      const [tables] = await connection.query('SHOW TABLES');
      const isEmpty = (tables as unknown[]).length === 0;
      if (isEmpty) await connection.query(`ALTER DATABASE ${escapeId(database)} ${BY_BYTES}`);
    }
    return version;
  } finally {
    await connection.end();
  }
}
