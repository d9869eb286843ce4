import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** What providers said of each attempt, each time. */
export class PurchaseAnswers0038 implements MigrationInterface {
  readonly name = 'PurchaseAnswers1700000000038';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'purchase_answer',
      columns: [
        column.id(),
        column.id('purchase_id'),
        column.id('attempt_id'),
        // submit, query or resubmit.
        column.text('provider_call', 16),
        column.text('outcome', 64),
        column.text('code', 64),
        column.text('message'),
        // Null where none was received.
        column.count('http_status', { isNullable: true }),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: { purchase: ['purchase_id', 'recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('purchase_answer');
  }
}
