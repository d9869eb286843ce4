import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable, forbidChanges } from '../platform/database/schema.js';

/** The ledger. Journals, postings and batches are append-only, enforced by triggers, as are answered idempotency records. */
export class Wallet0003 implements MigrationInterface {
  readonly name = 'Wallet1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_account',
      columns: [
        column.id(),
        column.text('kind', 8),
        column.kobo('balance_kobo', { default: 0 }),
        // Number of postings: the seq of the last one.
        column.count('seq', { default: 0 }),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      checks: { wallet_not_below_zero: "balance_kobo >= 0 OR kind = 'system'" },
    });
    // Clustered for the history: one account, newest first.
    await createTable(runner, {
      name: 'posting',
      columns: [
        column.id('account_id'),
        column.time('recorded'),
        column.count('seq'),
        column.id('journal_id'),
        column.count('batch_no'),
        column.count('line'),
        column.kobo('amount_kobo'),
        column.kobo('balance_kobo'),
        column.text('kind', 16),
        column.text('note'),
      ],
      primaryKey: ['account_id', 'recorded', 'seq'],
      unique: { batch_line: ['batch_no', 'line'] },
    });
    await createTable(runner, {
      name: 'journal',
      columns: [
        column.count('batch_no'),
        column.count('position'),
        column.id(),
        column.text('kind', 16),
        column.id('subject'),
        column.time('recorded'),
      ],
      primaryKey: ['batch_no', 'position'],
      unique: { id: ['id'] },
    });
    await createTable(runner, {
      name: 'ledger_batch',
      columns: [column.count('batch_no'), column.count('journals'), column.text('hash', 64), column.time('recorded')],
      primaryKey: ['batch_no'],
    });
    // The end of the hash chain; its row lock orders the batches of all processes.
    await createTable(runner, {
      name: 'ledger_head',
      columns: [column.count('id'), column.count('batch_no'), column.text('hash', 64), column.time('recorded')],
      primaryKey: ['id'],
    });
    await runner.query(`INSERT INTO ledger_head (id, batch_no, hash, recorded) VALUES (1, 0, '${'0'.repeat(64)}', 0)`);
    await createTable(runner, {
      name: 'money_request',
      columns: [
        column.id('scope'),
        column.text('action', 64),
        column.text('request_key', 128),
        column.text('digest', 64),
        column.text('state', 16),
        column.longText('answer', { isNullable: true }),
        column.id('subject', { isNullable: true }),
        column.id('journal_id', { isNullable: true }),
        // Id of the commit attempt, which tells whether a commit with a lost answer was this one.
        column.id('writer'),
        column.time('recorded'),
        // Checksum of the row, updated when a pending request is answered, so that a manipulated answer is detected.
        column.text('seal', 64),
      ],
      primaryKey: ['scope', 'action', 'request_key'],
    });
    for (const table of ['posting', 'journal', 'ledger_batch']) await forbidChanges(runner, table);
    // An answer must not change or disappear: its request would be executed again.
    await forbidChanges(runner, 'money_request', "OLD.state = 'pending'");
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['money_request', 'ledger_head', 'ledger_batch', 'journal', 'posting', 'ledger_account'])
      await runner.dropTable(table);
  }
}
