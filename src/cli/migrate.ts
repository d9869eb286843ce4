import pc from 'picocolors';
import { MIGRATIONS } from '../migrations/index.js';
import { connect, dataSourceOptions } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrate.js';
import type { CommandLine } from './command-line.js';

/** Brings the database to the present schema. The service does the same when it starts; deployments may want it apart. */
export function migrateCommand(cli: CommandLine): void {
  cli
    .command('migrate', 'bring the database to the present schema (the service does so too when it starts)')
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
