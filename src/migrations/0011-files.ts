import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Uploaded files, with tombstones of deleted ones, and quota usage. */
export class Files0011 implements MigrationInterface {
  readonly name = 'Files1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'file',
      columns: [
        column.id(),
        column.id('user_id'),
        column.text('directory', 32),
        column.text('name', 32),
        column.text('file_name'),
        column.text('extension', 8),
        column.count('size_bytes'),
        column.text('sha256', 64),
        // incoming | active | rejected | deleted
        column.text('status', 16),
        // original | clean
        column.text('content', 16),
        column.flag('has_thumbnail'),
        column.text('reason'),
        column.time('processed_at'),
        // When the sweep takes it up; 0 when nothing is left to do.
        column.time('due_at'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { name: ['name'] },
      indexes: { user: ['user_id', 'recorded'], due: ['due_at'] },
    });
    await createTable(runner, {
      name: 'file_usage',
      columns: [column.id('user_id'), column.count('used_bytes')],
      primaryKey: ['user_id'],
      checks: { not_below_zero: 'used_bytes >= 0' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['file_usage', 'file']) await runner.dropTable(table);
  }
}
