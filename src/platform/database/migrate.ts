import { join } from 'node:path';
import type { DataSource, Migration, MigrationInterface } from 'typeorm';
import { LONG_SESSION, POOL_SESSION } from './mysql-session.js';
import { createPrivateFile } from '../config/data-folder.js';
import { StartError } from '../config/start-error.js';
import { noDatabase } from './data-source.js';
import { runMigrations } from './run-migrations.js';
import { SqliteConnection } from './sqlite-driver.js';

const LOCK_NAME = 'harmattan_migrations';
const LOCK_WAIT_SECONDS = 120;
/** A command denied for a database or for a table. */
const DENIED: ReadonlySet<number> = new Set([1044, 1142]);

/** What is told where a migration waits. */
export const MIGRATION_WAITS =
  'a migration waits for a transaction on its table, as of a backup, a verification of the ledger or a long statement';

export interface MigrationObserver {
  /** Called every few seconds while a migration waits for transactions of others (`MIGRATION_WAITS`). */
  isWaiting?(): void;
  /** Called after each migration. */
  applied?(count: number, total: number): void;
}

/**
 * One of several processes migrates, and the others wait. @returns what was applied.
 * @throws StartError on a schema of a newer version
 */
export async function migrate(dataSource: DataSource, dataDir: string, observer: MigrationObserver = {}): Promise<Migration[]> {
  const work = () => applyMissing(dataSource, observer);
  if (dataSource.options.type === 'better-sqlite3') return withFileLock(dataDir, work);
  return withServerLock(dataSource, work).catch((error: { errno?: number }) => {
    if (!DENIED.has(error.errno ?? 0)) throw error;
    throw new StartError([
      'The database user may not migrate: run migrate with MIGRATION_DATABASE_URL, or give it to the service.',
    ]);
  });
}

async function withServerLock<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    // The connection that holds the lock is idle while another one migrates.
    await runner.query(`SET SESSION wait_timeout = ${LONG_SESSION.idleSeconds}`);
    const name = `${LOCK_NAME}_${String(dataSource.options.database)}`.slice(0, 64);
    const [row] = (await runner.query('SELECT GET_LOCK(?, ?) AS held', [name, LOCK_WAIT_SECONDS])) as { held: number | null }[];
    if (Number(row?.held) !== 1) throw new Error('another process holds the migration lock');
    try {
      return await work();
    } finally {
      await runner.query('SELECT RELEASE_LOCK(?)', [name]);
      await runner.query(`SET SESSION wait_timeout = ${POOL_SESSION.idleSeconds}`);
    }
  } finally {
    await runner.release();
  }
}

async function withFileLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  // The system releases a SQLite lock when the process ends.
  const path = join(dataDir, 'migrations.lock');
  createPrivateFile(path);
  const lock = new SqliteConnection(path, { timeout: LOCK_WAIT_SECONDS * 1000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return await work();
  } finally {
    lock.close();
  }
}

async function applyMissing(dataSource: DataSource, observer: MigrationObserver): Promise<Migration[]> {
  const applied = await appliedTo(dataSource);
  refuseNewer(dataSource, applied);
  if (applied.length === 0) await refuseOthersTables(dataSource);
  observe(
    dataSource.migrations.filter((migration) => !applied.includes(nameOf(migration))),
    observer,
  );
  return runMigrations(dataSource, () => observer.isWaiting?.());
}

function observe(missing: readonly MigrationInterface[], observer: MigrationObserver): void {
  let count = 0;
  for (const migration of missing) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      await up(runner);
      observer.applied?.(++count, missing.length);
    };
  }
}

/** @returns the applied migrations. @throws StartError on an empty database */
export async function requireSchema(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedTo(dataSource);
  if (applied.length === 0) throw new StartError([noDatabase(String(dataSource.options.database))]);
  return applied;
}

/** For what reads a database and must not change its schema. @throws StartError unless it has exactly the schema of this version */
export async function requireMigrated(dataSource: DataSource): Promise<void> {
  const applied = await requireSchema(dataSource);
  refuseNewer(dataSource, applied);
  const missing = namesOf(dataSource).filter((name) => !applied.includes(name));
  if (missing.length > 0)
    throw new StartError([
      `The database lacks ${missing.length} migration(s) (${missing.join(', ')}): run migrate, or start the service.`,
    ]);
}

/** Another application's tables could have the names of ours. A schema that was begun has the table of migrations. */
async function refuseOthersTables(dataSource: DataSource): Promise<void> {
  const tables = await tablesOf(dataSource);
  if (tables.length === 0 || tables.includes(dataSource.options.migrationsTableName!)) return;
  const some = `${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ', …' : ''}`;
  throw new StartError([
    `The database ${String(dataSource.options.database)} has tables of something else (${some}): give the service one of its own.`,
  ]);
}

async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const sql =
    dataSource.options.type === 'better-sqlite3'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name';
  return (await dataSource.query<{ name: string }[]>(sql)).map(({ name }) => name);
}

function refuseNewer(dataSource: DataSource, applied: readonly string[]): void {
  const known = new Set(namesOf(dataSource));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartError([
      `The database was migrated by a newer version (${unknown.join(', ')}): start that version, or restore a backup from before it.`,
    ]);
}

function namesOf(dataSource: DataSource): string[] {
  return dataSource.migrations.map(nameOf);
}

function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

/** Empty where there is no table of migrations. */
async function appliedTo(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const table = dataSource.options.migrationsTableName!;
    if (!(await runner.hasTable(table))) return [];
    const rows = (await runner.query(`SELECT name FROM ${table} ORDER BY id`)) as { name: string }[];
    return rows.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}
