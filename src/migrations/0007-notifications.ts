import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Notices and push registrations. */
export class Notifications0007 implements MigrationInterface {
  readonly name = 'Notifications1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'notice',
      columns: [column.id('user_id'), column.time('recorded'), column.id(), column.text('subject'), column.longText('message')],
      // Clustered for the list: one user's, newest first.
      primaryKey: ['user_id', 'recorded', 'id'],
    });
    await createTable(runner, {
      name: 'push_registration',
      columns: [
        column.id(),
        column.id('user_id'),
        column.text('token_type', 64),
        column.text('push_token', 512),
        column.text('channel_id'),
        column.text('status', 16),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { token: ['push_token'] },
      indexes: { user: ['user_id', 'recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['push_registration', 'notice']) await runner.dropTable(table);
  }
}
