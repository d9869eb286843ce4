import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** The seal of what a payee leads to. Migrations know no key: rows of before are confirmed by their owners, or sealed by `rows:reseal`. */
export class SealedPayees0145 extends SteppedMigration {
  readonly name = 'SealedPayees1700000000145';
  readonly steps = addColumns('payee', [column.text('payee_seal', 64, { isNullable: true })]);
  readonly undo = dropColumns('payee', ['payee_seal']);
}
