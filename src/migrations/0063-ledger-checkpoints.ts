import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** What the last verification of the ledger found right, encrypted, for the next one to go on from. */
export class LedgerCheckpoints0063 implements MigrationInterface {
  readonly name = 'LedgerCheckpoints1700000000063';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_checkpoint',
      columns: [column.text('id', 16), column.count('batch_no'), column.longText('sealed'), column.time('recorded')],
      primaryKey: ['id'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('ledger_checkpoint');
  }
}
