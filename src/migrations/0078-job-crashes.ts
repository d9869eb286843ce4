import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** How many processes ended while they held a job. */
export class JobCrashes0078 implements MigrationInterface {
  readonly name = 'JobCrashes1700000000078';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('job', new TableColumn(column.count('crashes', { default: 0 })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('job', 'crashes');
  }
}
