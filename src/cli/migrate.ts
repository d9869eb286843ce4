import pc from 'picocolors';
import { MIGRATIONS } from '../migrations/index.js';
import { connect, dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import type { CommandLine } from './command-line.js';

/** Migrates the database. The service does so at start; a deployment may prefer a separate step. */
export function migrateCommand(cli: CommandLine): void {
  cli
    .command('migrate', 'migrate the database to the current schema (the service also does so when it starts)')
    .action((options: { json?: boolean }) =>
      cli.run(options, async ({ config }) => {
        const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
        try {
          const applied = (await migrate(dataSource, config.dataDir)).map(({ name }) => name);
          return {
            data: { applied },
            lines: applied.length > 0 ? applied.map((name) => `${pc.green('applied')} ${name}`) : ['Nothing to do.'],
          };
        } finally {
          await dataSource.destroy();
        }
      }),
    );
}
