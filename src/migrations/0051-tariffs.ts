import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Tariffs by date, and under which of them transfers and purchases were charged. */
export class Tariffs0051 implements MigrationInterface {
  readonly name = 'Tariffs1700000000051';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'tariff',
      columns: [
        column.id('id'),
        column.text('kind', 16),
        column.text('subject', 96),
        column.text('name', 100),
        column.time('from_ms'),
        column.time('until_ms', { isNullable: true }),
        column.longText('terms'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
    });
    await runner.addColumn('transfer', new TableColumn(column.kobo('duty_kobo', { default: 0 })));
    // Ids of the tariffs of fee and duty.
    await runner.addColumn('transfer', new TableColumn(column.text('tariff', 100, { default: "''" })));
    // Id of the tariff of the surcharge.
    await runner.addColumn('purchase', new TableColumn(column.text('tariff', 100, { default: "''" })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('purchase', 'tariff');
    await runner.dropColumn('transfer', 'tariff');
    await runner.dropColumn('transfer', 'duty_kobo');
    await runner.dropTable('tariff');
  }
}
