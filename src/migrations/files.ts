import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
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
      // How many processes it ended that were to process it.
      column.count('crashes', { default: 0 }),
    ],
    primaryKey: ['id'],
    unique: { name: ['name'] },
    indexes: { due: ['due_at'], user: ['user_id', 'recorded'], directory: ['directory', 'recorded'] },
  },
  {
    name: 'file_usage',
    columns: [column.id('user_id'), column.count('used_bytes')],
    primaryKey: ['user_id'],
    checks: {
      not_below_zero: 'used_bytes >= 0',
    },
  },
  {
    name: 'file_download',
    columns: [
      column.text('digest', 64),
      column.id('file_id'),
      column.id('user_id'),
      column.id('session_id'),
      column.time('expires'),
    ],
    primaryKey: ['digest'],
    indexes: { file: ['file_id'], expires: ['expires'] },
  },
];

/** Uploaded files, with tombstones of deleted ones, and quota usage. */
export class FilesSchema extends SchemaMigration {
  readonly name = 'FilesSchema1700000000012';
  readonly tables = TABLES;
}
