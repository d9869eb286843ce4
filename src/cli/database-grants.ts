import { connect, dataSourceOptions } from '../platform/database/data-source.js';
import { servingGrants } from '../platform/database/grants.js';
import { UsageError } from './command-error.js';
import type { CommandLine, CommonOptions } from './command-line.js';

export function databaseGrants(cli: CommandLine, options: CommonOptions): Promise<void> {
  return cli.run(options, async ({ config }) => {
    const { databaseUrl } = config;
    const url = config.migrationDatabaseUrl ?? databaseUrl;
    if (!databaseUrl || !url) throw new UsageError('The embedded database has no users: set DATABASE_URL.');
    const dataSource = await connect(dataSourceOptions(config, [], [], url), url, false);
    try {
      const statements = await servingGrants(dataSource, databaseUrl);
      return { data: { statements }, lines: statements.map((statement) => `${statement};`) };
    } finally {
      await dataSource.destroy();
    }
  });
}
