import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'data_export',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('state', 16),
      column.id('running_for', { isNullable: true }),
      column.time('expires_at'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { running: ['running_for'] },
    indexes: { user: ['user_id', 'recorded'], state: ['state', 'expires_at'] },
  },
];

/** Exports of users' data. */
export class PersonalDataSchema implements MigrationInterface {
  readonly name = 'PersonalDataSchema1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
