import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Inbound webhooks. */
export class Webhooks0009 implements MigrationInterface {
  readonly name = 'Webhooks1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'inbound_webhook',
      columns: [
        column.id(),
        column.id('provider'),
        column.text('event_id', 128),
        column.text('event', 64),
        column.longText('payload'),
        column.text('status', 16),
        column.count('attempts', { default: 0 }),
        // While processing: end of the lease.
        column.time('next_attempt_at', { default: 0 }),
        column.text('last_error'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { event: ['provider', 'event_id'] },
      indexes: { due: ['status', 'next_attempt_at'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('inbound_webhook');
  }
}
