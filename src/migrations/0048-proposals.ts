import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** What staff propose to do with money, and who approved it; and the consumer that tells the owners of wallets. */
export class Proposals0048 implements MigrationInterface {
  readonly name = 'Proposals1700000000048';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'proposal',
      columns: [
        column.id(),
        column.text('kind', 32),
        // As purchase:01J…
        column.text('subject', 64),
        // JSON.
        column.longText('details'),
        column.longText('sealed_token'),
        // Empty where no wallet moves.
        column.id('user_id'),
        column.kobo('amount_kobo'),
        column.longText('reason'),
        column.count('approvals'),
        column.text('status', 16),
        column.id('proposed_by'),
        column.id('approved_by'),
        column.id('decided_by'),
        column.longText('comment'),
        column.time('decided_at', { isNullable: true }),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: { recorded: ['recorded'], status: ['status', 'recorded'], subject: ['subject', 'status'] },
      checks: {
        first_approver: 'approved_by <> proposed_by',
        decider: 'decided_by <> proposed_by',
        approvals:
          "status <> 'executed' OR (decided_by <> '' AND decided_by <> approved_by AND (approvals = 1 OR approved_by <> ''))",
      },
    });
    await runner.query(
      `INSERT INTO journal_cursor (consumer, batch_no, position, after_batch_no)
       SELECT 'back_office', head.batch_no,
         COALESCE((SELECT MAX(position) FROM journal WHERE journal.batch_no = head.batch_no), 0), head.batch_no
       FROM ledger_head head`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM journal_cursor WHERE consumer = 'back_office'");
    await runner.dropTable('proposal');
  }
}
