import { join } from 'node:path';
import type { DataSource, Migration } from 'typeorm';
import { LONG_SESSION, POOL_SESSION } from './mysql-session.js';
import { SqliteConnection } from './sqlite-driver.js';

const LOCK_NAME = 'harmattan_migrations';
const LOCK_WAIT_SECONDS = 120;

/** Of several processes one migrates, and the others wait. */
export async function migrate(dataSource: DataSource, dataDir: string): Promise<Migration[]> {
  return dataSource.options.type === 'better-sqlite3' ? withFileLock(dataSource, dataDir) : withServerLock(dataSource);
}

async function withServerLock(dataSource: DataSource): Promise<Migration[]> {
  const runner = dataSource.createQueryRunner();
  try {
    // The connection that holds the lock is idle while another one migrates.
    await runner.query(`SET SESSION wait_timeout = ${LONG_SESSION.idleSeconds}`);
    const name = `${LOCK_NAME}_${String(dataSource.options.database)}`.slice(0, 64);
    const [row] = (await runner.query('SELECT GET_LOCK(?, ?) AS held', [name, LOCK_WAIT_SECONDS])) as { held: number | null }[];
    if (Number(row?.held) !== 1) throw new Error('another process holds the migration lock');
    try {
      return await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await runner.query('SELECT RELEASE_LOCK(?)', [name]);
      await runner.query(`SET SESSION wait_timeout = ${POOL_SESSION.idleSeconds}`);
    }
  } finally {
    await runner.release();
  }
}

async function withFileLock(dataSource: DataSource, dataDir: string): Promise<Migration[]> {
  // The system releases a SQLite lock when the process ends.
  const lock = new SqliteConnection(join(dataDir, 'migrations.lock'), { timeout: LOCK_WAIT_SECONDS * 1000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    lock.close();
  }
}
