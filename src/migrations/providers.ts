import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'provider_switch',
    columns: [column.id('provider'), column.flag('is_on'), column.text('reason'), column.time('changed_at')],
    primaryKey: ['provider'],
  },
];

export class ProvidersSchema extends SchemaMigration {
  readonly name = 'ProvidersSchema1700000000020';
  readonly tables = TABLES;
}
