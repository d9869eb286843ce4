import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Signed heads of the chain that were written to a place outside, for receipts to name. */
export class LedgerAnchors0053 implements MigrationInterface {
  readonly name = 'LedgerAnchors1700000000053';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_anchor',
      columns: [
        column.count('batch_no'),
        column.text('hash', 64),
        column.time('committed_at'),
        column.time('anchored_at'),
        column.text('key_id', 16),
        column.text('signature', 100),
      ],
      primaryKey: ['batch_no'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('ledger_anchor');
  }
}
