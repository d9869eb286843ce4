import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from 'semver';
import { type DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { aroundRunner } from '../patches/typeorm.js';
import { databaseErrorKind } from './errors.js';
import { createTables } from './schema.js';
import { readMinCompatible, recordMinCompatible, STATE_TABLES } from './schema-state.js';
import { SteppedMigration } from './stepped-migration.js';

/** While a statement waits for the transactions on its table, everything else on the table waits behind it. */
const LOCK_WAIT_SECONDS = 1;
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
    await runner.query(`SET SESSION lock_wait_timeout = ${LOCK_WAIT_SECONDS}`);
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
