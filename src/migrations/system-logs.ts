import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
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
    indexes: { recorded: ['recorded'], kind: ['kind', 'recorded'], status: ['status', 'recorded'] },
  },
];

export class SystemLogsSchema extends SchemaMigration {
  readonly name = 'SystemLogsSchema1700000000016';
  readonly tables = TABLES;
}
