import type { Pool } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';
import type { SqliteConnection } from '../database/sqlite-driver.js';

/** Internals of TypeORM; `patches.spec.ts` pins the version. */
interface DriverInternals {
  readonly pool: Pool;
  readonly databaseConnection: SqliteConnection;
  createQueryRunner(...given: unknown[]): QueryRunner;
}

type Query = (...given: unknown[]) => Promise<unknown>;

const internalsOf = (dataSource: DataSource) => dataSource.driver as unknown as DriverInternals;

export function mysqlPool(dataSource: DataSource): Pool {
  return internalsOf(dataSource).pool;
}

export function sqliteConnection(dataSource: DataSource): SqliteConnection {
  return internalsOf(dataSource).databaseConnection;
}

/** TypeORM wraps errors; `driverError` is the driver's. */
export function mapQueryErrors(dataSource: DataSource, map: (error: Error & { driverError?: unknown }) => unknown): void {
  const driver = internalsOf(dataSource);
  const create = driver.createQueryRunner.bind(driver);
  driver.createQueryRunner = (...given) => {
    const runner = create(...given);
    const query = runner.query.bind(runner) as Query;
    runner.query = ((...statement: unknown[]) =>
      query(...statement).catch((error: Error) => {
        throw map(error);
      })) as typeof runner.query;
    return runner;
  };
}

/** Passes every query of a runner to `run`, also those of its own methods. */
export function aroundRunner(runner: QueryRunner, run: <T>(work: () => Promise<T>) => Promise<T>): void {
  const query = runner.query.bind(runner) as Query;
  runner.query = ((...given: unknown[]) => run(() => query(...given))) as typeof runner.query;
}

/** Methods of a manager that begin and end a transaction, by statements of their own. */
const TRANSACTIONAL = ['transaction', 'save', 'remove', 'softRemove', 'recover'] as const;

/** Passes every query and transaction of a data source on SQLite to `run`. */
export function aroundQueries(dataSource: DataSource, run: <T>(work: () => Promise<T>) => Promise<T>): void {
  aroundRunner(dataSource.createQueryRunner(), run);
  const manager = dataSource.manager as unknown as Record<(typeof TRANSACTIONAL)[number], Query>;
  for (const name of TRANSACTIONAL) {
    const method = manager[name].bind(manager);
    manager[name] = (...given) => run(() => method(...given));
  }
}
