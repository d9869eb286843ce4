import { addColumns, column, differ, dropColumns, forbid } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const HOLD = ['subject', 'kind', 'payer', 'held_kobo', 'recorded'];
const IS_OVER = "OLD.state IN ('voided', 'reversed') OR (OLD.state = 'posted' AND NEW.state <> 'reversed')";
const BEFORE = `${IS_OVER} OR ${differ(HOLD)}`;
/** Only another provider makes it `held` again: its row of before would be submitted once more. */
const IS_TAKEN_BACK = "(OLD.state = 'submitted' AND NEW.state = 'held' AND NEW.account_id = OLD.account_id)";

const refuse = (condition: string) =>
  forbid({ table: 'ledger_hold', event: 'UPDATE', condition, message: 'ledger_hold is append-only' });

/** What may be told to the provider for whom money is held, and that it was told. */
export class SubmittedHolds0144 extends SteppedMigration {
  readonly name = 'SubmittedHolds1700000000144';
  readonly steps = [
    ...addColumns('ledger_hold', [column.text('terms', 64, { default: '' })]),
    refuse(`${BEFORE} OR ${IS_TAKEN_BACK}`),
  ];
  readonly undo = [refuse(BEFORE), ...dropColumns('ledger_hold', ['terms'])];
}
