import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Push deliveries. */
export class Push0017 implements MigrationInterface {
  readonly name = 'Push1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'push_delivery',
      columns: [
        column.id(),
        column.text('message_key', 191),
        column.id('registration_id'),
        column.id('user_id'),
        column.text('title'),
        column.longText('body'),
        // waiting | accepted | sent | failed
        column.text('state', 16),
        column.text('ticket', 255, { isNullable: true }),
        column.time('registered', { default: 0 }),
        column.text('reason', 255, { isNullable: true }),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { message: ['message_key', 'registration_id'] },
      indexes: { state: ['state', 'id'], recorded: ['recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('push_delivery');
  }
}
