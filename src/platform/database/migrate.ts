import {
  type Migration,
  type DataSource,
  MigrationExecutor,
  type QueryRunner,
  type MigrationInterface,
  type DataSourceOptions,
} from 'typeorm';
import { sleep, wallMs } from '../../kernel/timers.js';
import type { Log } from '../telemetry/log.js';
import { compare } from 'semver';
import { aroundRunner } from '../patches/typeorm.js';
import { databaseErrorKind } from './errors.js';
import { createTables } from './schema.js';
import { readMinCompatible, recordMinCompatible, STATE_TABLES } from './schema-state.js';
import { SteppedMigration } from './stepped-migration.js';
import { join } from 'node:path';
import { LONG_SESSION, POOL_SESSION } from './mysql-session.js';
import { createPrivateFile } from '../config/data-folder.js';
import { StartError } from '../config/start-error.js';
import { nameOf, requireUsable, schemaStatus, requireSchema } from './schema-status.js';
import { SqliteConnection } from './sqlite-driver.js';
import type { Config } from '../config/config.js';
import { connect, dataSourceOptions } from './data-source.js';
import { accountOf, grant, requireGrantOption, servingGrants } from './grants.js';

/** While a statement waits for the transactions on its table, everything else on the table waits behind it. */
const STEP_LOCK_WAIT_SECONDS = 1;
/** Pause in which the others go on. */
const PAUSE_MS = 5_000;

/**
 * Applies missing migrations. A statement that changes a table, of which a backup or a verification reads a snapshot, is repeated
 * until that has ended, because MySQL cannot take back the statements before it.
 * @param isWaiting called before each repetition
 */
export async function runMigrations(dataSource: DataSource, isWaiting: () => void): Promise<Migration[]> {
  if (dataSource.options.type === 'better-sqlite3') {
    await prepareState(dataSource, dataSource.createQueryRunner());
    return dataSource.runMigrations({ transaction: 'each' });
  }
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(`SET SESSION lock_wait_timeout = ${STEP_LOCK_WAIT_SECONDS}`);
    aroundRunner(runner, async (work) => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (databaseErrorKind(error) !== 'lock_timeout') throw error;
          isWaiting();
          await sleep(PAUSE_MS);
        }
      }
    });
    await prepareState(dataSource, runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    return await executor.executePendingMigrations();
  } finally {
    await runner.query('SET SESSION lock_wait_timeout = DEFAULT').catch(() => undefined);
    await runner.release();
  }
}

/** A migration that older versions must not start on says so before its first step is done. */
async function prepareState(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  for (const step of createTables(STATE_TABLES)) await step.run(runner);
  const recorded = await readMinCompatible(runner);
  const needed = dataSource.migrations.flatMap((each) => (each instanceof SteppedMigration ? each.minCompatible : []));
  const newest = [...needed, recorded ?? '0.0.0'].toSorted(compare).at(-1)!;
  if (newest !== recorded) await recordMinCompatible(runner, newest);
}

const LOCK_NAME = 'harmattan_migrations';
/** Time between two lines that say so. It waits for another process's migration, for as long as that takes. */
const LOCK_WAIT_SECONDS = 5;
/** A command denied for a database or for a table. */
const DENIED: ReadonlySet<number> = new Set([1044, 1142, 8121]);
/** Errors of TiDB (1105, "unknown error") when several processes wait for a lock. */
const CONTENDED: ReadonlySet<string> = new Set(['pessimistic lock retry limit reached', 'lock wait timeout']);
/** "You do not have the SUPER privilege and binary logging is enabled" */
const NO_TRIGGERS = 1419;

/** Message while a migration waits. */
export const MIGRATION_WAITS =
  'a migration waits for a transaction on its table, as of a backup, a verification of the ledger or a long statement';

export const MIGRATION_ELSEWHERE = 'another process migrates the database, and this one waits for its end';

export interface MigrationObserver {
  /** Called every few seconds while a migration waits, with the reason in a sentence. */
  isWaiting?(sentence: string): void;
  /** Called behind each step. */
  applied?(count: number, total: number): void;
}

/**
 * One of several processes migrates. The others wait, unless their version needs no migration.
 * @returns what was applied. @throws StartError on a schema that this version is too old for
 */
export async function migrate(dataSource: DataSource, dataDir: string, observer: MigrationObserver = {}): Promise<Migration[]> {
  const status = await schemaStatus(dataSource);
  requireUsable(status);
  if (status.missing.length === 0) return [];
  const work = () => applyMissing(dataSource, observer);
  const isWaiting = () => observer.isWaiting?.(MIGRATION_ELSEWHERE);
  if (dataSource.options.type === 'better-sqlite3') return withFileLock(dataDir, work, isWaiting);
  return withServerLock(dataSource, work, isWaiting).catch((error: { errno?: number }) => {
    if (error.errno === NO_TRIGGERS)
      throw new StartError([
        'The database server keeps a binary log, and lets this user make no triggers: set log_bin_trust_function_creators=1 there.',
      ]);
    if (!DENIED.has(error.errno ?? 0)) throw error;
    throw new StartError([
      'The database user may not migrate: run migrate with MIGRATION_DATABASE_URL, or give it to the service.',
    ]);
  });
}

async function withServerLock<T>(dataSource: DataSource, work: () => Promise<T>, isWaiting: () => void): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    // The connection that holds the lock is idle while another one migrates.
    await runner.query(`SET SESSION wait_timeout = ${LONG_SESSION.idleSeconds}`);
    const name = `${LOCK_NAME}_${String(dataSource.options.database)}`.slice(0, 64);
    while (!(await takesLock(runner, name))) isWaiting();
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

/** The server releases it when the connection of its holder ends. @returns false where another one has it, or several ask at once */
async function takesLock(runner: QueryRunner, name: string): Promise<boolean> {
  try {
    const [row] = (await runner.query('SELECT GET_LOCK(?, ?) AS held', [name, LOCK_WAIT_SECONDS])) as { held: number | null }[];
    return Number(row?.held) === 1;
  } catch (error) {
    if (CONTENDED.has((error as Error).message)) return false;
    throw error;
  }
}

async function withFileLock<T>(dataDir: string, work: () => Promise<T>, isWaiting: () => void): Promise<T> {
  // The system releases a SQLite lock when the process ends.
  const path = join(dataDir, 'migrations.lock');
  createPrivateFile(path);
  const lock = new SqliteConnection(path, { timeout: LOCK_WAIT_SECONDS * 1000 });
  try {
    while (!takesFileLock(lock)) isWaiting();
    return await work();
  } finally {
    lock.close();
  }
}

function takesFileLock(lock: SqliteConnection): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (databaseErrorKind(error) !== 'retry') throw error;
    return false;
  }
}

async function applyMissing(dataSource: DataSource, observer: MigrationObserver): Promise<Migration[]> {
  const status = await schemaStatus(dataSource);
  requireUsable(status);
  if (status.applied.length === 0) await refuseOthersTables(dataSource);
  if (status.missing.length === 0) return [];
  const missing = dataSource.migrations.filter((migration) => status.missing.includes(nameOf(migration)));
  observe(missing, observer);
  return runMigrations(dataSource, () => observer.isWaiting?.(MIGRATION_WAITS));
}

/** Counts steps; a migration that has none is one. */
function observe(missing: readonly MigrationInterface[], observer: MigrationObserver): void {
  const stepsOf = (migration: MigrationInterface) => (migration instanceof SteppedMigration ? migration.steps.length : 1);
  const total = missing.reduce((sum, migration) => sum + stepsOf(migration), 0);
  let count = 0;
  const done = () => observer.applied?.(++count, total);
  for (const migration of missing) {
    if (migration instanceof SteppedMigration) migration.stepDone = done;
    else {
      const up = migration.up.bind(migration);
      migration.up = (runner) => up(runner).then(done);
    }
  }
}

/** Another application's tables could have the names of ours. A schema that was begun has the table of migrations. */
async function refuseOthersTables(dataSource: DataSource): Promise<void> {
  const tables = await tablesOf(dataSource);
  const ours = [dataSource.options.migrationsTableName!, ...STATE_TABLES.map(({ name }) => name)];
  if (tables.every((table) => ours.includes(table)) || tables.includes(ours[0]!)) return;
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

/** Between two lines of the log. */
const LOOK_AGAIN_MS = 3_000;

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Says how far the migrations are: on a terminal in one line that is written over, elsewhere in the log every few seconds. */
export class MigrationProgress implements MigrationObserver {
  private saidAtMs = wallMs();

  constructor(
    private readonly log: Log | undefined,
    private readonly terminal: Stream = process.stderr,
  ) {}

  isWaiting(sentence: string): void {
    this.log?.warning(sentence);
  }

  applied(count: number, total: number): void {
    if (!this.log) return;
    if (this.terminal.isTTY)
      this.terminal.write(`\rPreparing the database: ${count} of ${total} steps${count === total ? '\n' : ''}`);
    else if (count < total && wallMs() - this.saidAtMs >= LOOK_AGAIN_MS) {
      this.saidAtMs = wallMs();
      this.log.info('preparing the database', { done: count, of: total });
    }
  }

  /** @param created where the database is, if it was made */
  ended(migrations: readonly Migration[], created: string | undefined): void {
    if (created !== undefined) this.log?.info('created a new database', { database: created, migrations: migrations.length });
    else if (migrations.length > 0) this.log?.info('migrated the database', { migrations: migrations.map(({ name }) => name) });
  }
}

/** Migrates as the user of MIGRATION_DATABASE_URL, and lets the one of DATABASE_URL serve the tables that there are now. */
export async function migrateAsOwner(
  config: Config,
  ownerUrl: string,
  migrations: NonNullable<DataSourceOptions['migrations']>,
  { creates = true, observer }: { readonly creates?: boolean; readonly observer?: MigrationObserver } = {},
): Promise<Migration[]> {
  const dataSource = await connect(dataSourceOptions(config, [], migrations, ownerUrl), ownerUrl, creates);
  try {
    if (!creates) await requireSchema(dataSource);
    const account = await accountOf(config.databaseUrl!);
    await requireGrantOption(dataSource);
    const applied = await migrate(dataSource, config.dataDir, observer);
    for (const statement of await servingGrants(dataSource, account)) await grant(dataSource, statement);
    return applied;
  } finally {
    await dataSource.destroy();
  }
}
