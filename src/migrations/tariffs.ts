import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'tariff',
    columns: [
      column.id(),
      column.text('kind', 16),
      column.text('subject', 96),
      column.text('name', 100),
      column.time('from_ms'),
      column.time('until_ms', { isNullable: true }),
      column.longText('terms'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
  },
];

/** Tariffs by date. */
export class TariffsSchema implements MigrationInterface {
  readonly name = 'TariffsSchema1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
