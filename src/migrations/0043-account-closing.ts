import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Accounts that their owners closed, and what is erased with them by address, device or user. */
export class AccountClosing0043 implements MigrationInterface {
  readonly name = 'AccountClosing1700000000043';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'account_closing',
      columns: [column.id('user_id'), column.time('closes_at'), column.time('recorded')],
      primaryKey: ['user_id'],
      indexes: { due: ['closes_at'] },
    });
    for (const { table, ...index } of INDEXES) await runner.createIndex(table, new TableIndex(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, name } of INDEXES) await runner.dropIndex(table, name);
    await runner.dropTable('account_closing');
  }
}

const INDEXES = [
  { table: 'contact_form', name: 'contact_form_email', columnNames: ['email'] },
  { table: 'feedback', name: 'feedback_user', columnNames: ['user_id'] },
  { table: 'faq_rating', name: 'faq_rating_owner', columnNames: ['user_id'] },
  { table: 'visitor_log', name: 'visitor_log_device', columnNames: ['device_serial'] },
  { table: 'ad_log', name: 'ad_log_device', columnNames: ['device_serial'] },
];
