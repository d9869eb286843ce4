import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column } from '../platform/database/schema.js';

const PAYMENT_COLUMNS = [
  column.text('provider_reference', 100, { default: "''" }),
  column.text('payer_bank', 255, { default: "''" }),
  // Masked.
  column.text('payer_account', 40, { default: "''" }),
  column.text('narration', 255, { default: "''" }),
  column.text('session_id', 100, { default: "''" }),
  // Why it matches no order; empty where it does.
  column.text('reason', 255, { default: "''" }),
  // As the provider says; zero where it does not.
  column.time('received_at', { default: 0 }),
  // The journal that took it back; empty where there is none.
  column.id('reversal_id', { default: "''" }),
];

const ORDER_COLUMNS = [
  column.kobo('received_kobo', { default: 0 }),
  // Null: nothing to ask any more.
  column.time('next_query_at', { isNullable: true }),
  column.count('queries', { default: 0 }),
];

/** Who paid a deposit and from where, what an order has received, and when its provider is asked next. */
export class DepositPayers0040 implements MigrationInterface {
  readonly name = 'DepositPayers1700000000040';

  async up(runner: QueryRunner): Promise<void> {
    for (const added of PAYMENT_COLUMNS) await runner.addColumn('deposit_payment', new TableColumn(added));
    for (const added of ORDER_COLUMNS) await runner.addColumn('deposit_order', new TableColumn(added));
    await runner.createIndex(
      'deposit_payment',
      new TableIndex({ name: 'deposit_payment_reference', columnNames: ['provider', 'provider_reference'] }),
    );
    await runner.createIndex(
      'deposit_order',
      new TableIndex({ name: 'deposit_order_query', columnNames: ['next_query_at', 'id'] }),
    );
    await runner.query(
      `UPDATE deposit_order SET received_kobo =
         COALESCE((SELECT SUM(amount_kobo) FROM deposit_payment WHERE deposit_payment.order_id = deposit_order.id), 0)
       WHERE status = 'completed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('deposit_order', 'deposit_order_query');
    await runner.dropIndex('deposit_payment', 'deposit_payment_reference');
    for (const { name } of ORDER_COLUMNS) await runner.dropColumn('deposit_order', name);
    for (const { name } of PAYMENT_COLUMNS) await runner.dropColumn('deposit_payment', name);
  }
}
