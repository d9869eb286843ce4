import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Visitor and ad logs; statistics and the records counted in them. */
export class Analytics0013 implements MigrationInterface {
  readonly name = 'Analytics1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await createLogs(runner);
    await createStatistics(runner);
    await createCounted(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.dropTable(table);
  }
}

const TABLES = ['active_user', 'counted_purchase', 'counted_user', 'statistic', 'ad_log', 'visitor_log'];

async function createLogs(runner: QueryRunner): Promise<void> {
  await createTable(runner, {
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
    // The second index covers the rebuild of the statistics.
    indexes: { recorded: ['recorded'], figures: ['day', 'country_code', 'device_kind'] },
  });
  await createTable(runner, {
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
    indexes: { recorded: ['recorded'] },
  });
}

/** One row for each day, week and month, for each country and for all countries. */
async function createStatistics(runner: QueryRunner): Promise<void> {
  const counts = ['new_users', 'new_visitors', 'active_users', 'new_products', 'purchases', 'completed'];
  await createTable(runner, {
    name: 'statistic',
    columns: [
      column.text('span', 5),
      column.text('start_day', 10),
      column.text('country_code', 3),
      ...counts.map((name) => column.count(name, { default: 0 })),
      column.kobo('volume_kobo', { default: 0 }),
      column.kobo('revenue_kobo', { default: 0 }),
      column.count('mobiles', { default: 0 }),
      column.count('computers', { default: 0 }),
    ],
    primaryKey: ['span', 'start_day', 'country_code'],
    indexes: { country: ['span', 'country_code', 'start_day'] },
  });
}

/** The counted records of other contexts. */
async function createCounted(runner: QueryRunner): Promise<void> {
  await createTable(runner, {
    name: 'counted_user',
    columns: [column.id('user_id'), column.text('day', 10), column.text('country_code', 3)],
    primaryKey: ['user_id'],
    indexes: { day: ['day', 'country_code'] },
  });
  await createTable(runner, {
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
  });
  await createTable(runner, {
    name: 'active_user',
    columns: [column.text('span', 5), column.text('start_day', 10), column.id('user_id')],
    primaryKey: ['span', 'start_day', 'user_id'],
  });
}
