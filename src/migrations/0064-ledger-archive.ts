import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable, dropTrigger, forbid, forbidChanges } from '../platform/database/schema.js';

const IS_ARCHIVED = 'EXISTS (SELECT 1 FROM ledger_archive WHERE last_batch >= OLD.batch_no AND first_batch <= OLD.batch_no)';

/** The files that hold postings of closed months; only postings that are in one can be deleted. */
export class LedgerArchive0064 implements MigrationInterface {
  readonly name = 'LedgerArchive1700000000064';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_archive',
      columns: [
        column.count('part_no'),
        column.text('month', 7),
        column.count('first_batch'),
        column.count('last_batch'),
        column.time('first_posted_at'),
        column.time('last_posted_at'),
        column.count('postings'),
        column.count('size_bytes'),
        column.text('sha256', 64),
        column.text('storage_key', 128),
        column.longText('part_index'),
        column.time('recorded'),
      ],
      primaryKey: ['part_no'],
      unique: { last_batch: ['last_batch'] },
    });
    await forbidChanges(runner, 'ledger_archive');
    await refuseDelete(runner, `NOT ${IS_ARCHIVED}`);
  }

  /** Refused where postings are only in files. */
  async down(runner: QueryRunner): Promise<void> {
    const parts = (await runner.query('SELECT part_no FROM ledger_archive LIMIT 1')) as unknown[];
    if (parts.length > 0) throw new Error('postings are archived: the schema before it would not find them');
    await refuseDelete(runner, '1 = 1');
    await runner.dropTable('ledger_archive');
  }
}

async function refuseDelete(runner: QueryRunner, condition: string): Promise<void> {
  await dropTrigger(runner, 'posting_no_delete');
  await forbid(runner, { table: 'posting', event: 'DELETE', condition, message: 'posting is append-only' });
}
