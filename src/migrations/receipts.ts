import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'statement_file',
    columns: [
      column.id(),
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
  },
];

/** Statements that are too long for an answer. */
export class ReceiptsSchema extends SchemaMigration {
  readonly name = 'ReceiptsSchema1700000000021';
  readonly tables = TABLES;
}
