import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** How far each consumer of the journals has come. It begins at the present head, because events of the outbox told of earlier journals. */
export class JournalCursor0022 implements MigrationInterface {
  readonly name = 'JournalCursor1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'journal_cursor',
      columns: [
        column.text('consumer', 64),
        // Everything up to this journal is consumed.
        column.count('batch_no'),
        column.count('position'),
        // The last batch before the consumer began.
        column.count('after_batch_no'),
      ],
      primaryKey: ['consumer'],
    });
    await runner.query(
      `INSERT INTO journal_cursor (consumer, batch_no, position, after_batch_no)
       SELECT 'transfers', head.batch_no,
         COALESCE((SELECT MAX(position) FROM journal WHERE journal.batch_no = head.batch_no), 0), head.batch_no
       FROM ledger_head head`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('journal_cursor');
  }
}
