import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSUMERS = ['billing', 'deposits', 'analytics'];

/** These consumers begin at the present head, because events of the outbox told of earlier journals. */
export class JournalConsumers0023 implements MigrationInterface {
  readonly name = 'JournalConsumers1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    for (const consumer of CONSUMERS)
      await runner.query(
        `INSERT INTO journal_cursor (consumer, batch_no, position, after_batch_no)
         SELECT '${consumer}', head.batch_no,
           COALESCE((SELECT MAX(position) FROM journal WHERE journal.batch_no = head.batch_no), 0), head.batch_no
         FROM ledger_head head`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM journal_cursor WHERE consumer IN ('${CONSUMERS.join("', '")}')`);
  }
}
