import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** Which account of ours a payment that was returned to its payer left. */
export class ReturnedFrom0139 extends SteppedMigration {
  readonly name = 'ReturnedFrom1700000000139';
  readonly steps = addColumns('deposit_payment', [column.text('returned_from', 64, { default: '' })]);
  readonly undo = dropColumns('deposit_payment', ['returned_from']);
}
