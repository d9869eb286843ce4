import { column, forbidChanges, isMysql, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

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
export class AuditSchema extends SchemaMigration {
  readonly name = 'AuditSchema1700000000011';
  readonly tables = TABLES;

  override readonly rest = [
    ...forbidChanges('staff_audit'),
    ...forbidChanges('staff_read', {
      // They are kept for 399 days.
      delete: (runner) => `OLD.recorded > (${isMysql(runner) ? 'UNIX_TIMESTAMP()' : "unixepoch('now')"} - 399 * 86400) * 1000`,
    }),
  ];
}
