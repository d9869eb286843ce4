import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** The journal by which the debt of a reversed payment is on the account of debts. */
export class Debts0155 extends SteppedMigration {
  readonly name = 'Debts1700000000155';
  readonly steps = addColumns('deposit_payment', [column.id('debt_id', { default: '' })]);
  readonly undo = dropColumns('deposit_payment', ['debt_id']);
}
