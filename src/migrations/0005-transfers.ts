import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Transfers between wallets. */
export class Transfers0005 implements MigrationInterface {
  readonly name = 'Transfers1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'transfer',
      columns: [
        column.id(),
        column.id('sender_id'),
        column.id('receiver_id'),
        column.text('receiver_email'),
        column.kobo('amount_kobo'),
        column.kobo('fee_kobo'),
        column.text('note'),
        column.text('status', 16),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: { sender: ['sender_id', 'recorded'], receiver: ['receiver_id', 'recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('transfer');
  }
}
