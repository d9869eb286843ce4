import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** Payments that the sandbox bank took back. */
export class SandboxReversals0061 implements MigrationInterface {
  readonly name = 'SandboxReversals1700000000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('sandbox_payment', new TableColumn(column.time('reversed_at', { isNullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('sandbox_payment', 'reversed_at');
  }
}
