import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTables, dropTables, forbidChanges, isMysql, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'staff_audit',
    columns: [
      column.id(),
      column.id('staff_id'),
      column.text('action', 64),
      column.text('subject', 128),
      column.longText('before_change', { isNullable: true }),
      column.longText('after_change', { isNullable: true }),
      column.text('ip', 64),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: {
      recorded: ['recorded'],
      staff: ['staff_id', 'recorded'],
      subject: ['subject', 'recorded'],
      action: ['action', 'recorded'],
    },
  },
  {
    name: 'staff_read',
    columns: [
      column.id(),
      column.id('staff_id'),
      column.text('action', 64),
      column.text('subject', 128),
      column.longText('parameters'),
      column.text('ip', 64),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: {
      recorded: ['recorded'],
      staff: ['staff_id', 'recorded'],
      subject: ['subject', 'recorded'],
      action: ['action', 'recorded'],
    },
  },
];

/** What staff changed, and whose records they read. */
export class AuditSchema implements MigrationInterface {
  readonly name = 'AuditSchema1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await forbidChanges(runner, 'staff_audit');
    const now = isMysql(runner) ? 'UNIX_TIMESTAMP()' : "unixepoch('now')";
    // They are kept for 399 days.
    await forbidChanges(runner, 'staff_read', { delete: `OLD.recorded > (${now} - 399 * 86400) * 1000` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
