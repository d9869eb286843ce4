import { compare } from 'semver';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { StartError } from '../config/start-error.js';
import { readBuild } from '../telemetry/build.js';
import { noDatabase } from './data-source.js';
import { readMinCompatible, readPosition, STATE_TABLES } from './schema-state.js';
import { SteppedMigration } from './stepped-migration.js';

/** The schema of a database, compared with this version of the service. */
export interface SchemaStatus {
  readonly applied: readonly string[];
  readonly missing: readonly string[];
  /** Applied by a newer version. */
  readonly unknown: readonly string[];
  /** Whether the first migration is applied, on which all others build. */
  readonly hasBaseline: boolean;
  /** The oldest version that works on it; undefined on a schema without such a record. */
  readonly minCompatible?: string | undefined;
  /** Position of an interrupted migration. */
  readonly position?: Position | undefined;
}

interface Position {
  readonly migration: string;
  readonly done: number;
  readonly of: number;
  /** Next step, as `create table posting`. */
  readonly next: string;
}

/** Everything is empty where there is no table of migrations. */
export async function schemaStatus(dataSource: DataSource): Promise<SchemaStatus> {
  const runner = dataSource.createQueryRunner();
  try {
    const table = dataSource.options.migrationsTableName!;
    const applied = (await runner.hasTable(table))
      ? ((await runner.query(`SELECT name FROM ${table} ORDER BY id`)) as { name: string }[]).map(({ name }) => name)
      : [];
    const known = dataSource.migrations.map(nameOf);
    const missing = dataSource.migrations.filter((migration) => !applied.includes(nameOf(migration)));
    const hasState = await runner.hasTable(STATE_TABLES.at(-1)!.name);
    return {
      applied,
      missing: missing.map(nameOf),
      unknown: applied.filter((name) => !known.includes(name)),
      hasBaseline: known.slice(0, 1).every((name) => applied.includes(name)),
      minCompatible: hasState ? await readMinCompatible(runner) : undefined,
      position: hasState ? await positionIn(missing[0], runner) : undefined,
    };
  } finally {
    await runner.release();
  }
}

async function positionIn(migration: MigrationInterface | undefined, runner: QueryRunner): Promise<Position | undefined> {
  if (!(migration instanceof SteppedMigration)) return undefined;
  const done = await readPosition(runner, migration.name);
  const of = migration.steps.length;
  return done === 0 ? undefined : { migration: migration.name, done, of, next: migration.steps[done]?.name ?? 'its record' };
}

export function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

const BEFORE_BASELINE =
  'The database was made by a version before 0.2.0, from which there is no upgrade: give the service a new database.';

/** @returns why this version must not work on the schema: it was made before the baseline, or a newer version has migrated and ended support for this one */
export function schemaFault({ applied, unknown, hasBaseline, minCompatible }: SchemaStatus): string | undefined {
  if (applied.length > 0 && !hasBaseline) return BEFORE_BASELINE;
  if (unknown.length === 0) return undefined;
  const { version } = readBuild();
  if (minCompatible !== undefined && compare(version, minCompatible) >= 0) return undefined;
  const oldest = minCompatible
    ? `${minCompatible} is the oldest that works on it, this is ${version}`
    : 'it does not say for which';
  return `The database was migrated by a newer version (${unknown.join(', ')}; ${oldest}): start that version, or restore a backup from before it.`;
}

/** @throws StartError where this version must not work on the schema */
export function requireUsable(status: SchemaStatus): void {
  const fault = schemaFault(status);
  if (fault !== undefined) throw new StartError([fault]);
}

/** @throws StartError on an empty database */
export async function requireSchema(dataSource: DataSource): Promise<SchemaStatus> {
  const status = await schemaStatus(dataSource);
  if (status.applied.length === 0) throw new StartError([noDatabase(String(dataSource.options.database))]);
  return status;
}

/** For processes that read a database and must not change its schema. @throws StartError unless this version works on its schema */
export async function requireMigrated(dataSource: DataSource): Promise<void> {
  const status = await requireSchema(dataSource);
  requireUsable(status);
  if (status.missing.length > 0)
    throw new StartError([
      `The database lacks ${status.missing.length} migration(s) (${status.missing.join(', ')}): run migrate, or start the service.`,
    ]);
}
