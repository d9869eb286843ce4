import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

const INDEXES = {
  purchase_attempt: { purchase_attempt_recorded: ['provider', 'recorded'] },
  deposit_payment: {
    deposit_payment_received: ['provider', 'received_at'],
    deposit_payment_recorded: ['provider', 'recorded'],
  },
} as const;

/** Results of comparing a day with a provider, and the indexes by which its records are read. */
export class Reconciliations0052 implements MigrationInterface {
  readonly name = 'Reconciliations1700000000052';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'reconciliation',
      columns: [
        column.id(),
        column.id('provider'),
        column.text('day', 10),
        column.id('run_id'),
        column.text('status', 16),
        column.count('ours'),
        column.count('theirs'),
        column.count('matched'),
        column.count('missing_here'),
        column.count('missing_there'),
        column.count('differing'),
        column.kobo('difference_kobo'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: { recorded: ['recorded'], day: ['day', 'recorded'], provider: ['provider', 'recorded'] },
    });
    await createTable(runner, {
      name: 'reconciliation_difference',
      columns: [
        column.id(),
        column.id('reconciliation_id'),
        column.id('run_id'),
        column.text('kind', 16),
        column.text('reference', 100),
        column.text('transaction_id', 100),
        column.kobo('ours_kobo', { isNullable: true }),
        column.kobo('theirs_kobo', { isNullable: true }),
        column.text('our_status', 16),
        column.text('their_status', 64),
        column.time('our_time', { isNullable: true }),
        column.time('their_time', { isNullable: true }),
        column.text('note', 64),
        column.text('digest', 40),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: {
        page: ['reconciliation_id', 'run_id', 'recorded'],
        reference: ['run_id', 'kind', 'reference'],
        digest: ['run_id', 'digest'],
      },
    });
    for (const [table, indexes] of Object.entries(INDEXES))
      for (const [name, columnNames] of Object.entries(indexes))
        await runner.createIndex(table, new TableIndex({ name, columnNames: [...columnNames] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(INDEXES))
      for (const name of Object.keys(indexes)) await runner.dropIndex(table, name);
    await runner.dropTable('reconciliation_difference');
    await runner.dropTable('reconciliation');
  }
}
