import type { DataSourceOptions, Migration } from 'typeorm';
import type { Config } from '../config/config.js';
import { connect, dataSourceOptions } from './data-source.js';
import { accountOf, grant, requireGrantOption, servingGrants } from './grants.js';
import { migrate, type MigrationObserver } from './migrate.js';
import { requireSchema } from './schema-status.js';

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
