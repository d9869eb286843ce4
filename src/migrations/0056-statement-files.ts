import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Statements that are too long for an answer. */
export class StatementFiles0056 implements MigrationInterface {
  readonly name = 'StatementFiles1700000000056';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'statement_file',
      columns: [
        column.id('id'),
        column.id('user_id'),
        column.text('state', 16),
        column.id('running_for', { isNullable: true }),
        column.text('first_day', 10),
        column.text('last_day', 10),
        column.text('format', 8),
        column.time('expires_at'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { running: ['running_for'] },
      indexes: { user: ['user_id', 'recorded'], state: ['state', 'expires_at'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('statement_file');
  }
}
