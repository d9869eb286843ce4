import { column, insertFirst, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  // The index of figures covers the rebuild of the statistics.
  {
    name: 'visitor_log',
    columns: [
      column.id(),
      column.text('day', 10),
      column.text('ip', 64),
      column.text('country_code', 3),
      column.text('country'),
      column.text('region'),
      column.text('city'),
      column.text('device_name'),
      column.text('device_type'),
      column.text('device_serial'),
      column.text('device_kind', 16),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { once: ['day', 'ip'] },
    indexes: { recorded: ['recorded'], figures: ['day', 'country_code', 'device_kind'], device: ['device_serial'] },
  },
  {
    name: 'ad_log',
    columns: [
      column.id(),
      column.text('day', 10),
      column.text('ad_id'),
      column.text('source_id'),
      column.text('country'),
      column.text('city'),
      column.text('device_name'),
      column.text('device_type'),
      column.text('device_serial'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { once: ['day', 'ad_id', 'device_serial'] },
    indexes: { recorded: ['recorded'], device: ['device_serial'] },
  },
  // One row for each day, week and month, for each country and for all countries.
  {
    name: 'statistic',
    columns: [
      column.text('span', 5),
      column.text('start_day', 10),
      column.text('country_code', 3),
      column.count('new_users', { default: 0 }),
      column.count('new_visitors', { default: 0 }),
      column.count('active_users', { default: 0 }),
      column.count('new_products', { default: 0 }),
      column.count('purchases', { default: 0 }),
      column.count('completed', { default: 0 }),
      column.kobo('volume_kobo', { default: 0 }),
      column.kobo('revenue_kobo', { default: 0 }),
      column.count('mobiles', { default: 0 }),
      column.count('computers', { default: 0 }),
    ],
    primaryKey: ['span', 'start_day', 'country_code'],
    indexes: { country: ['span', 'country_code', 'start_day'] },
  },
  {
    name: 'counted_user',
    columns: [column.id('user_id'), column.text('day', 10), column.text('country_code', 3)],
    primaryKey: ['user_id'],
    indexes: { day: ['day', 'country_code'] },
  },
  {
    name: 'counted_purchase',
    columns: [
      column.id('purchase_id'),
      column.text('day', 10),
      column.text('country_code', 3),
      column.count('completed'),
      column.kobo('volume_kobo'),
      column.kobo('revenue_kobo'),
    ],
    primaryKey: ['purchase_id'],
    indexes: { day: ['day'] },
  },
  {
    name: 'active_user',
    columns: [column.text('span', 5), column.text('start_day', 10), column.id('user_id')],
    primaryKey: ['span', 'start_day', 'user_id'],
  },
];

/** Visitor and ad logs; statistics and the records of other contexts that are counted in them. */
export class AnalyticsSchema extends SchemaMigration {
  readonly name = 'AnalyticsSchema1700000000008';
  readonly tables = TABLES;

  override readonly rest = [...insertFirst('journal_cursor', [{ consumer: 'analytics', batch_no: 0, position: 0 }])];
}
