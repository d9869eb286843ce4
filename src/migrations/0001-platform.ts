import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** The outbox, the embedded job queue, leases of periodic work, and outgoing mail. */
export class Platform0001 implements MigrationInterface {
  readonly name = 'Platform1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'outbox',
      columns: [
        column.id(),
        column.text('name', 64),
        column.longText('data'),
        column.time('recorded'),
        // 0 until the relay has queued it; then when it did, so that a lost job is queued again.
        column.time('queued_at', { default: 0 }),
      ],
      primaryKey: ['id'],
      indexes: { queued: ['queued_at', 'id'] },
    });
    await createTable(runner, {
      name: 'job',
      columns: [
        column.id(),
        column.text('name', 64),
        column.text('job_key', 191),
        column.longText('data'),
        // waiting | exhausted; a running job is not marked, so that after a crash it is still waiting.
        column.text('state', 16),
        column.time('run_at'),
        column.count('attempts', { default: 0 }),
        column.longText('last_error', { isNullable: true }),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { key: ['name', 'job_key'] },
      indexes: { due: ['name', 'state', 'run_at'] },
    });
    await createTable(runner, {
      name: 'lease',
      columns: [column.text('name', 64), column.text('holder', 64), column.time('until'), column.time('done_at', { default: 0 })],
      primaryKey: ['name'],
    });
    await createTable(runner, {
      name: 'mail',
      columns: [
        column.id(),
        column.text('mail_key', 191),
        // The rendered mail (recipient, subject, bodies), encrypted because it may hold a verification code. Emptied once sent.
        column.longText('sealed'),
        column.text('template', 64),
        // waiting | sent | failed
        column.text('state', 16),
        column.count('attempts', { default: 0 }),
        column.text('last_error', 255, { isNullable: true }),
        column.time('recorded'),
        column.time('sent_at', { isNullable: true }),
      ],
      primaryKey: ['id'],
      unique: { key: ['mail_key'] },
      indexes: { state: ['state', 'recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['mail', 'lease', 'job', 'outbox']) await runner.dropTable(table);
  }
}
