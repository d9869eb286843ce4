import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'location_record',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('ip', 64),
      column.text('country_code', 2),
      column.text('country'),
      column.text('region'),
      column.text('city'),
      column.text('time_zone', 64),
      column.text('coordinates', 32),
      column.text('device_serial'),
      column.time('recorded'),
      column.text('network_operator', 255, { default: '' }),
    ],
    primaryKey: ['id'],
    indexes: { user: ['user_id', 'recorded'] },
  },
];

export class LocationSchema extends SchemaMigration {
  readonly name = 'LocationSchema1700000000013';
  readonly tables = TABLES;
}
