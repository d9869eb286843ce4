import type { QueryRunner } from 'typeorm';
import { column, type TableDefinition } from './table-definition.js';

/** The steps that are done of migrations that are not. */
const STEPS = 'migration_step';
/** One row: the versions of the service that the schema serves. */
const SCHEMA = 'schema_version';

/** Tables of the migrations themselves, made in this order before the first of them. */
export const STATE_TABLES: readonly TableDefinition[] = [
  { name: STEPS, columns: [column.text('migration'), column.count('done')], primaryKey: ['migration'] },
  { name: SCHEMA, columns: [column.count('id'), column.text('min_compatible', 32)], primaryKey: ['id'] },
];

/** @returns how many steps of a migration are done; 0 where none is */
export async function readPosition(runner: QueryRunner, migration: string): Promise<number> {
  const rows = (await runner.query(`SELECT done FROM ${STEPS} WHERE migration = ?`, [migration])) as { done: number | string }[];
  return Number(rows[0]?.done ?? 0);
}

export async function recordPosition(runner: QueryRunner, migration: string, done: number): Promise<void> {
  if (done > 1) await runner.query(`UPDATE ${STEPS} SET done = ? WHERE migration = ?`, [done, migration]);
  else await runner.query(`INSERT INTO ${STEPS} (migration, done) VALUES (?, ?)`, [migration, done]);
}

export async function forgetPosition(runner: QueryRunner, migration: string): Promise<void> {
  await runner.query(`DELETE FROM ${STEPS} WHERE migration = ?`, [migration]);
}

/** @returns the oldest version that works on the schema; undefined where none was recorded */
export async function readMinCompatible(runner: QueryRunner): Promise<string | undefined> {
  const rows = (await runner.query(`SELECT min_compatible FROM ${SCHEMA} WHERE id = 1`)) as { min_compatible: string }[];
  return rows[0]?.min_compatible;
}

export async function recordMinCompatible(runner: QueryRunner, version: string): Promise<void> {
  if ((await readMinCompatible(runner)) === undefined)
    await runner.query(`INSERT INTO ${SCHEMA} (id, min_compatible) VALUES (1, ?)`, [version]);
  else await runner.query(`UPDATE ${SCHEMA} SET min_compatible = ? WHERE id = 1`, [version]);
}
