import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const COLUMNS = [
  column.kobo('vat_kobo', { default: 0 }),
  // JSON: each charge with its name.
  column.longText('charges', { isNullable: true }),
];
const NAMES = COLUMNS.map(({ name }) => name);

/** What payments cost, line by line. */
export class Charges0102 extends SteppedMigration {
  readonly name = 'Charges1700000000102';
  readonly steps = [...addColumns('transfer', COLUMNS), ...addColumns('purchase', COLUMNS)];
  readonly undo = [...dropColumns('transfer', NAMES), ...dropColumns('purchase', NAMES)];
}
