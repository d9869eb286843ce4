import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** What may be told to the provider for whom money is held. */
export class SubmittedHolds0144 extends SteppedMigration {
  readonly name = 'SubmittedHolds1700000000144';
  readonly steps = addColumns('ledger_hold', [column.text('terms', 64, { default: '' })]);
  readonly undo = dropColumns('ledger_hold', ['terms']);
}
