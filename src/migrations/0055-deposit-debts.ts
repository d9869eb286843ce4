import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column } from '../platform/database/schema.js';

const COLUMNS = [column.text('debt', 16, { default: "''" }), column.id('debtor_id', { default: "''" })];

/** Reversed payments that are owed to suspense, by whom, and how that ended. */
export class DepositDebts0055 implements MigrationInterface {
  readonly name = 'DepositDebts1700000000055';

  async up(runner: QueryRunner): Promise<void> {
    for (const added of COLUMNS) await runner.addColumn('deposit_payment', new TableColumn(added));
    const index = { name: 'deposit_payment_debt', columnNames: ['debt', 'recorded'] };
    await runner.createIndex('deposit_payment', new TableIndex(index));
    // Reversals are few; those that suspense bore for others are its debits with the journal of a payment that had left it.
    await runner.query(`
      UPDATE deposit_payment SET debt = 'owed', settled_at = NULL, debtor_id = CASE WHEN order_id = '' THEN assigned_to
        ELSE (SELECT user_id FROM deposit_order WHERE deposit_order.id = deposit_payment.order_id) END
      WHERE reversal_id IN (SELECT journal_id FROM posting
        WHERE account_id = 'system:suspense' AND kind = 'reversal' AND amount_kobo < 0)
        AND (order_id <> '' OR settlement_id <> '')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('deposit_payment', 'deposit_payment_debt');
    for (const { name } of COLUMNS) await runner.dropColumn('deposit_payment', name);
  }
}
