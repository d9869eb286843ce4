import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'tariff',
    columns: [
      column.id(),
      column.text('kind', 16),
      column.text('subject', 96),
      column.text('name', 100),
      column.time('from_ms'),
      column.time('until_ms', { isNullable: true }),
      column.longText('terms'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
  },
];

export class TariffsSchema extends SchemaMigration {
  readonly name = 'TariffsSchema1700000000017';
  readonly tables = TABLES;
}
