import pc from 'picocolors';
import type { Migration } from 'typeorm';
import { MIGRATIONS } from '../migrations/index.js';
import { connect, dataSourceOptions } from '../platform/database/data-source.js';
import type { Config } from '../platform/config/config.js';
import { migrate, MIGRATION_WAITS, type MigrationObserver, requireSchema } from '../platform/database/migrate.js';
import { migrateAsOwner } from '../platform/database/migrate-as-owner.js';
import type { CommandLine } from './command-line.js';
import type { Report } from './report.js';

export interface MigrateOptions {
  readonly json?: boolean;
  readonly create?: boolean;
}

/** Migrates the database. The service does so at start; a deployment may prefer a separate step. */
export function migrateCommand(cli: CommandLine, options: MigrateOptions): Promise<void> {
  const creates = options.create === true;
  return cli.run(
    options,
    ({ config }, terminal) => {
      const progress = terminal.progress('Preparing the database');
      const observer = {
        isWaiting: () => void cli.environment.stderr.write(`${MIGRATION_WAITS}\n`),
        applied: (count: number, total: number) => progress.show(count, total),
      };
      return migrateDatabase(config, creates, observer).finally(() => progress.stop());
    },
    creates,
  );
}

export async function migrateDatabase(config: Config, creates: boolean, observer?: MigrationObserver): Promise<Report> {
  if (config.migrationDatabaseUrl)
    return report(await migrateAsOwner(config, config.migrationDatabaseUrl, MIGRATIONS, { creates, observer }));
  const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl, creates);
  try {
    if (!creates) await requireSchema(dataSource);
    return report(await migrate(dataSource, config.dataDir, observer));
  } finally {
    await dataSource.destroy();
  }
}

function report(migrations: readonly Migration[]): Report {
  const applied = migrations.map(({ name }) => name);
  return {
    data: { applied },
    lines: applied.length > 0 ? applied.map((name) => `${pc.green('applied')} ${name}`) : ['Nothing to do.'],
  };
}
