import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Places of logins. */
export class Location0012 implements MigrationInterface {
  readonly name = 'Location1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
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
      ],
      primaryKey: ['id'],
      indexes: { user: ['user_id', 'recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('location_record');
  }
}
