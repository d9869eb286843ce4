import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** How many processes a file ended that were to process it. */
export class FileCrashes0079 implements MigrationInterface {
  readonly name = 'FileCrashes1700000000079';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('file', new TableColumn(column.count('crashes', { default: 0 })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('file', 'crashes');
  }
}
