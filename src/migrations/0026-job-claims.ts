import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** Which process runs a job is known to the database, so that several processes can share the table. */
export class JobClaims0026 implements MigrationInterface {
  readonly name = 'JobClaims1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('job', new TableColumn(column.text('claimed_by', 40, { default: "''" })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('job', 'claimed_by');
  }
}
