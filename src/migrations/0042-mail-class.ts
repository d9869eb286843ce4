import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** Which mails go before others. */
export class MailClass0042 implements MigrationInterface {
  readonly name = 'MailClass1700000000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('mail', new TableColumn(column.text('class', 16, { default: "'other'" })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('mail', 'class');
  }
}
