import type { DataSourceOptions, MigrationInterface, QueryRunner } from 'typeorm';
import type { Config } from '../../src/platform/config/config.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { Database, SqliteGate } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { type Engine, makeBackend } from './backend.js';
import { makeMigratedIfNew } from './migrated-database.js';

export interface TestDatabase {
  readonly database: Database;
  readonly config: Config;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** Makes the tables of the row classes of a data source alone, which takes less time than all. */
export class RowTables0001 implements MigrationInterface {
  readonly name = 'RowTables1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.dataSource.synchronize();
  }

  async down(): Promise<void> {}
}

/** A separate database with the given tables only. */
export async function makeTestDatabase(
  backend: Engine,
  rows: DataSourceOptions['entities'],
  migrations: NonNullable<DataSourceOptions['migrations']>,
): Promise<TestDatabase> {
  const place = makeBackend(backend);
  if (migrations === MIGRATIONS) await makeMigratedIfNew(place, {});
  const { config } = place;
  const dataSource = await connect(dataSourceOptions(config, rows, migrations), config.databaseUrl);
  await migrate(dataSource, config.dataDir);
  const gate = config.embedded ? new SqliteGate() : undefined;
  gate?.guard(dataSource);
  const database = new Database(dataSource, gate, config.databaseUrl);
  return {
    database,
    config,
    drop: async () => {
      await database.close();
      await dataSource.destroy();
      await place.remove();
    },
  };
}
