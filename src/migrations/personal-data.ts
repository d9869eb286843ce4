import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'data_export',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('state', 16),
      column.id('running_for', { isNullable: true }),
      column.time('expires_at'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { running: ['running_for'] },
    indexes: { user: ['user_id', 'recorded'], state: ['state', 'expires_at'] },
  },
];

export class PersonalDataSchema extends SchemaMigration {
  readonly name = 'PersonalDataSchema1700000000022';
  readonly tables = TABLES;
}
