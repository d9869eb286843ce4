import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** What providers take for payouts, where they tell it after the end. */
export class LaterPayoutFees0137 extends SteppedMigration {
  readonly name = 'LaterPayoutFees1700000000137';
  readonly steps = addColumns('payout_attempt', [
    column.kobo('late_cost_kobo', { default: 0 }),
    column.id('late_cost_id', { default: '' }),
  ]);
  readonly undo = dropColumns('payout_attempt', ['late_cost_kobo', 'late_cost_id']);
}
