import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** When the ledger was last verified, and its head last anchored. */
export class LedgerChecks0059 implements MigrationInterface {
  readonly name = 'LedgerChecks1700000000059';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_check',
      columns: [column.text('name', 16), column.flag('is_ok'), column.time('checked_at')],
      primaryKey: ['name'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('ledger_check');
  }
}
