import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { dropTrigger, forbid } from '../platform/database/schema.js';

const BEFORE = new TableIndex({ name: 'webhook_due', columnNames: ['direction', 'status', 'next_attempt_at'] });
const AFTER = new TableIndex({ name: 'webhook_due', columnNames: ['status', 'direction', 'partner', 'next_attempt_at', 'id'] });

const KEPT = 'EXISTS (SELECT 1 FROM webhook WHERE id = OLD.webhook_id)';

/**
 * Indexes due webhooks by partner, and allows attempts to be removed after their webhook. Repeatable, because MySQL commits
 * each DDL statement by itself.
 */
export class Webhooks0018 implements MigrationInterface {
  readonly name = 'Webhooks1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, AFTER);
    await refuseDelete(runner, KEPT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await refuseDelete(runner, '1 = 1');
    await replaceIndex(runner, BEFORE);
  }
}

async function replaceIndex(runner: QueryRunner, index: TableIndex): Promise<void> {
  await runner.dropIndex('webhook', 'webhook_due', true);
  await runner.createIndex('webhook', index);
}

async function refuseDelete(runner: QueryRunner, condition: string): Promise<void> {
  await dropTrigger(runner, 'webhook_attempt_no_delete');
  await forbid(runner, { table: 'webhook_attempt', event: 'DELETE', condition, message: 'webhook_attempt is append-only' });
}
