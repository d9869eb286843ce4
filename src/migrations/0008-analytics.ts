import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** System logs. */
export class Analytics0008 implements MigrationInterface {
  readonly name = 'Analytics1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'system_log',
      columns: [
        column.id(),
        // Deduplication key; the row's own id where there is none.
        column.text('log_key', 191),
        column.text('kind', 16),
        column.longText('description'),
        column.text('status', 16),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { key: ['log_key'] },
      indexes: { recorded: ['recorded'], kind: ['kind', 'recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('system_log');
  }
}
