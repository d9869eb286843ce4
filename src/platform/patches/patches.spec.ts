import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import mysql from 'mysql2';
import { DataSource } from 'typeorm';
import { describe, expect, it, vi } from 'vitest';
import { SqliteConnection } from '../database/sqlite-driver.js';
import { aroundGetConnection, aroundStatements, destroySocket, NO_CONNECTION } from './mysql2.js';
import { leaveWorkersUnnamed, closeWithoutWaiting } from './bull.js';
import { aroundQueries, mapQueryErrors, mysqlPool, sqliteConnection } from './typeorm.js';

const require = createRequire(import.meta.url);

function versionOf(name: string): string {
  const folder = dirname(require.resolve(name)).replace(new RegExp(`(node_modules/${name})/.*`), '$1');
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

describe('patches of packages', () => {
  it.each([
    ['typeorm', '1.1.1', 'src/platform/patches/typeorm.ts', 'test/database'],
    [
      'mysql2',
      '3.24.5',
      'src/platform/patches/mysql2.ts',
      'test/database/hanging-mysql.test.ts and test/database/sessions.test.ts',
    ],
    ['bull', '4.16.5', 'src/platform/patches/bull.ts', 'test/queue and test/redis'],
    ['@nestjs/bull', '12.0.0', 'src/platform/patches/bull.ts', 'test/queue and test/edge/shutdown.test.ts'],
  ])('are checked against %s %s', (name, version, file, tests) => {
    const advice = `${name} changed: compare what ${file} uses with the new version, run ${tests}, then write the new version here`;
    expect(versionOf(name), advice).toBe(version);
  });
});

describe('patches of TypeORM on SQLite', () => {
  const open = () =>
    new DataSource({ type: 'better-sqlite3', driver: SqliteConnection, database: ':memory:', synchronize: false }).initialize();

  it('give out the connection', async () => {
    const dataSource = await open();
    expect(sqliteConnection(dataSource)).toBeInstanceOf(SqliteConnection);
    await dataSource.destroy();
  });

  it('run every query and transaction in what is given', async () => {
    const dataSource = await open();
    let runs = 0;
    aroundQueries(dataSource, (work) => {
      runs++;
      return work();
    });
    await dataSource.query('SELECT 1');
    await dataSource.manager.query('SELECT 1');
    expect(runs).toBe(2);
    await dataSource.transaction(() => Promise.resolve());
    expect(runs).toBeGreaterThan(2);
    await dataSource.destroy();
  });

  it('map the errors of every query runner made later', async () => {
    const dataSource = await open();
    const mapped = new Error('mapped');
    mapQueryErrors(dataSource, (error) => (error.driverError === undefined ? error : mapped));
    const runner = dataSource.createQueryRunner();
    await expect(runner.query('SELECT nothing')).rejects.toBe(mapped);
    await dataSource.destroy();
  });
});

describe('patches of mysql2', () => {
  it('replace how TypeORM’s pool hands out connections, for its query as well', async () => {
    // The pool has no connection until one is asked for, so nothing is called.
    const dataSource = new DataSource({ type: 'mysql', host: '127.0.0.1', port: 1 });
    const pool = mysql.createPool({ host: '127.0.0.1', port: 1 });
    Object.assign(dataSource.driver, { pool });
    expect(mysqlPool(dataSource)).toBe(pool);
    const refused = new Error('refused');
    aroundGetConnection(pool, () => (take) => take(refused, NO_CONNECTION));
    const failed = await new Promise((resolve) => {
      pool.query('SELECT 1', resolve);
    });
    expect(failed).toBe(refused);
    pool.end(() => undefined);
  });

  it('replace how a connection sends, and close its socket', async () => {
    const connection = mysql.createConnection({ host: '127.0.0.1', port: 1 });
    connection.on('error', () => undefined);
    const callback = vi.fn<(error: Error | null) => void>();
    aroundStatements(connection, (given) => given(new Error('not sent')));
    connection.query('SELECT 1', callback);
    connection.execute('SELECT 1', callback);
    expect(callback).toHaveBeenCalledTimes(2);
    const { stream } = connection as unknown as { stream: { destroyed: boolean } };
    destroySocket(connection);
    expect(stream.destroyed).toBe(true);
  });
});

describe('patch of Bull', () => {
  it('sends no name of a worker', async () => {
    const queue = { setWorkerName: () => Promise.reject(new Error('sent')) };
    leaveWorkersUnnamed(queue as unknown as Parameters<typeof leaveWorkersUnnamed>[0]);
    await expect(queue.setWorkerName()).resolves.toBeUndefined();
  });
});

describe('patch of @nestjs/bull', () => {
  it('closes the queue without waiting for its jobs', () => {
    const queue = { close: vi.fn<(waitsNot: boolean) => Promise<void>>() };
    closeWithoutWaiting(queue as unknown as Parameters<typeof closeWithoutWaiting>[0]);
    (queue as unknown as { onApplicationShutdown(): void }).onApplicationShutdown();
    expect(queue.close).toHaveBeenCalledWith(true);
  });
});
