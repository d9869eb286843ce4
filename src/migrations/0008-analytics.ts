import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** What staff should know of. */
export class Analytics0008 implements MigrationInterface {
  readonly name = 'Analytics1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'system_log',
      columns: [
        column.id(),
        // What it tells of, so that the same news is written once; the row's own id where nothing is named.
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
