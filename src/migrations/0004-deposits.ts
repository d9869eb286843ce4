import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Deposit orders and payments, and the sandbox bank's own records. */
export class Deposits0004 implements MigrationInterface {
  readonly name = 'Deposits1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'deposit_order',
      columns: [
        column.id(),
        column.id('user_id'),
        column.id('provider'),
        column.kobo('amount_kobo'),
        column.text('status', 16),
        // Unique among a user's pending orders and null otherwise, so that the number of slots limits them.
        column.count('slot', { isNullable: true }),
        column.text('account_number', 32),
        column.text('account_name'),
        column.text('bank_name'),
        column.time('expires_at'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { slot: ['user_id', 'slot'] },
      indexes: {
        user: ['user_id', 'recorded'],
        end: ['status', 'expires_at', 'id'],
        account: ['provider', 'account_number', 'recorded'],
      },
    });
    await createTable(runner, {
      name: 'deposit_payment',
      columns: [
        column.id(),
        column.id('provider'),
        column.text('transaction_id', 100),
        column.id('order_id'),
        column.text('account_number', 32),
        column.kobo('amount_kobo'),
        column.text('payer_name'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { transaction: ['provider', 'transaction_id'] },
      indexes: { order: ['order_id'] },
    });
    await createTable(runner, {
      name: 'sandbox_deposit_account',
      columns: [
        column.text('account_number', 10),
        column.id('reference'),
        column.text('account_name'),
        column.kobo('amount_kobo'),
        column.time('expires_at'),
        column.time('recorded'),
      ],
      primaryKey: ['account_number'],
      unique: { reference: ['reference'] },
    });
    await createTable(runner, {
      name: 'sandbox_payment',
      columns: [
        column.text('transaction_id', 100),
        column.text('account_number', 32),
        column.kobo('amount_kobo'),
        column.text('payer_name'),
        column.time('recorded'),
      ],
      primaryKey: ['transaction_id'],
      indexes: { account: ['account_number'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sandbox_payment', 'sandbox_deposit_account', 'deposit_payment', 'deposit_order'])
      await runner.dropTable(table);
  }
}
