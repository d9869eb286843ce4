import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Losses of acknowledged batches that operators accepted. */
export class LedgerLoss0024 implements MigrationInterface {
  readonly name = 'LedgerLoss1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_loss',
      columns: [
        column.id(),
        column.count('head_batch_no'),
        column.text('head_hash', 64),
        column.count('lost_batch_no'),
        column.text('lost_hash', 64),
        column.time('accepted_at'),
      ],
      primaryKey: ['id'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('ledger_loss');
  }
}
