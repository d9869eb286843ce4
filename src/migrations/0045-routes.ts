import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** What each provider sells, and as a route of which item; `item_route` is not written any more. */
export class Routes0045 implements MigrationInterface {
  readonly name = 'Routes1700000000045';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'route',
      columns: [
        column.id(),
        column.id('provider'),
        column.text('payment_code', 64),
        column.text('item_id', 96),
        // The provider's own.
        column.text('biller_id', 64),
        column.flag('is_fixed'),
        column.kobo('minimum_kobo'),
        column.kobo('maximum_kobo'),
        column.text('commission_type', 16),
        column.count('commission_value'),
        // JSON of what the provider lists; empty until it is synced again.
        column.longText('offer'),
        column.flag('is_listed'),
        column.flag('is_on'),
        // Null: by the order of the providers.
        column.count('position', { isNullable: true }),
        column.flag('is_linked_by_staff'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { offer: ['provider', 'payment_code'] },
      indexes: { item: ['item_id', 'recorded'], provider: ['provider', 'recorded'], recorded: ['recorded'] },
    });
    const mysql = runner.dataSource.options.type !== 'better-sqlite3';
    // Older rows have no id, and pages go on from a time: each gets its own, from its place in one order.
    const place = 'ROW_NUMBER() OVER (ORDER BY listed.item_id, listed.provider)';
    const id = mysql ? `LPAD(${place}, 26, '0')` : `PRINTF('%026d', ${place})`;
    await runner.query(`
      INSERT INTO route (id, provider, payment_code, item_id, biller_id, is_fixed, minimum_kobo, maximum_kobo, commission_type,
        commission_value, offer, is_listed, is_on, position, is_linked_by_staff, recorded)
      SELECT ${id}, listed.provider, listed.payment_code, listed.item_id,
        item.biller_id, item.is_fixed, item.minimum_kobo, item.maximum_kobo, item.commission_type, item.commission_value, '', 1, 1,
        NULL, 0, item.recorded + ${place}
      FROM item_route listed JOIN biller_item item ON item.item_id = listed.item_id
      WHERE NOT EXISTS (SELECT 1 FROM item_route other WHERE other.provider = listed.provider
        AND other.payment_code = listed.payment_code AND other.item_id < listed.item_id)`);
    // What is listed is read at the next start, and matched then.
    await runner.query('UPDATE catalogue_sync SET synced_at = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('route');
  }
}
