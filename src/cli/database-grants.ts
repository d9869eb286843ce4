import { connect, dataSourceOptions } from '../platform/database/data-source.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { accountOf, servingGrants } from '../platform/database/grants.js';
import { UsageError } from './command-error.js';
import type { CommandLine, CommonOptions } from './command-line.js';

export function databaseGrants(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async ({ config }) => {
    const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl } = config.of(DatabaseEnvironment);
    const url = ownerUrl ?? databaseUrl;
    if (!databaseUrl || !url) throw new UsageError('The embedded database has no users: set DATABASE_URL.');
    const dataSource = await connect(dataSourceOptions(config, [], [], url), url, false);
    try {
      const statements = await servingGrants(dataSource, await accountOf(databaseUrl));
      return { data: { statements }, lines: statements.map((statement) => `${statement};`) };
    } finally {
      await dataSource.destroy();
    }
  });
}
