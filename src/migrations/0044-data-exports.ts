import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Exports of users' data. */
export class DataExports0044 implements MigrationInterface {
  readonly name = 'DataExports1700000000044';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'data_export',
      columns: [
        column.id('id'),
        column.id('user_id'),
        column.text('state', 16),
        column.id('running_for', { isNullable: true }),
        column.time('expires_at'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { running: ['running_for'] },
      indexes: { user: ['user_id', 'recorded'], state: ['state', 'expires_at'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('data_export');
  }
}
