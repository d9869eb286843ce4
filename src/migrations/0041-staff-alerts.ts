import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** What staff are to be told by mail. */
export class StaffAlerts0041 implements MigrationInterface {
  readonly name = 'StaffAlerts1700000000041';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'staff_alert',
      columns: [column.id('id'), column.longText('description'), column.time('mailed_at'), column.time('recorded')],
      primaryKey: ['id'],
    });
    await runner.createIndex(
      'staff_alert',
      new TableIndex({ name: 'staff_alert_mailed', columnNames: ['mailed_at', 'recorded'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('staff_alert');
  }
}
