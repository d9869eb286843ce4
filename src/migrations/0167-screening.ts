import { addColumns, addIndexes, column, dropColumns, dropIndexes } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const INDEXES = { name: 'identity_verification', indexes: { screened: ['status', 'screened'] } };

/** The version of the lists of sanctions against which the user of a verification was compared last. */
export class Screening0167 extends SteppedMigration {
  readonly name = 'Screening1700000000167';
  readonly steps = [
    ...addColumns('identity_verification', [column.text('screened', 64, { default: '' })]),
    ...addIndexes(INDEXES),
  ];
  readonly undo = [...dropIndexes(INDEXES), ...dropColumns('identity_verification', ['screened'])];
}
