import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** What providers keep of deposits: with the payment, and where they tell it later. */
export class DepositCosts0105 extends SteppedMigration {
  readonly name = 'DepositCosts1700000000105';
  readonly steps = [
    ...addColumns('deposit_payment', [
      column.kobo('cost_kobo', { default: 0 }),
      column.kobo('late_cost_kobo', { default: 0 }),
      column.id('late_cost_id', { default: '' }),
    ]),
    ...addColumns('deposit_order', [column.kobo('cost_kobo', { default: 0 })]),
  ];
  readonly undo = [
    ...dropColumns('deposit_payment', ['cost_kobo', 'late_cost_kobo', 'late_cost_id']),
    ...dropColumns('deposit_order', ['cost_kobo']),
  ];
}
