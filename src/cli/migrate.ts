import pc from 'picocolors';
import type { Migration } from 'typeorm';
import { MIGRATIONS } from '../migrations/index.js';
import { connect, dataSourceOptions } from '../platform/database/data-source.js';
import type { Config } from '../platform/config/config.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { migrate, type MigrationObserver, migrateAsOwner } from '../platform/database/migrate.js';
import { requireSchema, schemaFault, type SchemaStatus, schemaStatus } from '../platform/database/schema-status.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { type Report, UsageError } from './terminal.js';
import { accountOf, servingGrants } from '../platform/database/grants.js';

export interface MigrateOptions {
  readonly json?: boolean;
  readonly create?: boolean;
  readonly status?: boolean;
}

/** Migrates the database. The service does so at start; a deployment may prefer a separate step. */
export function migrateCommand(cli: CommandLine, options: MigrateOptions): Promise<void> {
  if (options.status) return cli.run(options, ({ config }) => reportStatus(config));
  const creates = options.create === true;
  return cli.run(
    options,
    ({ config }, terminal) => {
      const progress = terminal.progress('Preparing the database');
      const observer = {
        isWaiting: (sentence: string) => void cli.environment.stderr.write(`${sentence}\n`),
        applied: (count: number, total: number) => progress.show(count, total),
      };
      return migrateDatabase(config, creates, observer).finally(() => progress.stop());
    },
    creates,
  );
}

export async function migrateDatabase(config: Config, creates: boolean, observer?: MigrationObserver): Promise<Report> {
  const { MIGRATION_DATABASE_URL: ownerUrl } = config.of(DatabaseEnvironment);
  if (ownerUrl) return report(await migrateAsOwner(config, ownerUrl, MIGRATIONS, { creates, observer }));
  const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl, creates);
  try {
    if (!creates) await requireSchema(dataSource);
    return report(await migrate(dataSource, config.dataDir, observer));
  } finally {
    await dataSource.destroy();
  }
}

async function reportStatus(config: Config): Promise<Report> {
  const url = config.of(DatabaseEnvironment).MIGRATION_DATABASE_URL ?? config.databaseUrl;
  const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS, url), url, false);
  try {
    const status = await schemaStatus(dataSource);
    const fault = statusFault(status);
    const sentence = fault ?? upToDate(status);
    return { data: { ...status, sentence }, lines: [sentence], ok: fault === undefined };
  } finally {
    await dataSource.destroy();
  }
}

/** @returns what keeps this version from serving the schema, in a sentence */
function statusFault(status: SchemaStatus): string | undefined {
  const { applied, missing, position } = status;
  const fault = schemaFault(status);
  if (fault !== undefined) return fault;
  if (position) {
    const { migration, done, of, next } = position;
    return `A migration was interrupted: ${migration} has ${done} of ${of} steps, next: ${next}. Run migrate to go on.`;
  }
  if (applied.length === 0) return 'No migration is applied: run migrate.';
  if (missing.length > 0)
    return `${applied.length} migrations are applied, ${missing.length} missing (${missing.join(', ')}): run migrate.`;
  return undefined;
}

function upToDate({ applied, unknown }: SchemaStatus): string {
  return unknown.length === 0
    ? `The schema is up to date: ${applied.length} migrations are applied.`
    : `A newer version has migrated (${unknown.join(', ')}), and this version works on its schema.`;
}

function report(migrations: readonly Migration[]): Report {
  const applied = migrations.map(({ name }) => name);
  return {
    data: { applied },
    lines: applied.length > 0 ? applied.map((name) => `${pc.green('applied')} ${name}`) : ['Nothing to do.'],
  };
}

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
