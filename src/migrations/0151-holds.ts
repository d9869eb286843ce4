import {
  addColumns,
  addIndexes,
  column,
  differ,
  dropColumns,
  dropIndexes,
  forbid,
  type Indexed,
} from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const HOLD = ['subject', 'kind', 'payer', 'held_kobo', 'recorded'];
const IS_TAKEN_BACK = "(OLD.state = 'submitted' AND NEW.state = 'held' AND NEW.account_id = OLD.account_id)";
const IS_OVER = "OLD.state IN ('posted', 'voided', 'reversed')";
const IS_REVERSED = "(OLD.state = 'posted' AND NEW.state = 'reversed')";
/** What a provider takes may be told again after the end; a row of before has a smaller version. */
const IS_LATER = '(NEW.state = OLD.state AND NEW.version > OLD.version)';

const refuse = (isAllowed: string) =>
  forbid({
    table: 'ledger_hold',
    event: 'UPDATE',
    condition: `(${IS_OVER} AND NOT (${isAllowed})) OR ${differ(HOLD)} OR ${IS_TAKEN_BACK}`,
    message: 'ledger_hold is append-only',
  });

/** What is open or new is found without reading all that ever was. */
const FOUND: readonly Indexed[] = [
  { name: 'ledger_hold', indexes: { open: ['state', 'subject'] } },
  { name: 'money_request', indexes: { recorded: ['recorded'] } },
];

/** What a provider takes for a payout is the hold's, also where it is told later; and what the recent verification reads. */
export class Holds0151 extends SteppedMigration {
  readonly name = 'Holds1700000000151';
  readonly steps = [
    ...addColumns('ledger_hold', [column.count('version', { default: 0 })]),
    refuse(`${IS_REVERSED} OR ${IS_LATER}`),
    ...FOUND.flatMap(addIndexes),
  ];
  readonly undo = [...FOUND.flatMap(dropIndexes), refuse(IS_REVERSED), ...dropColumns('ledger_hold', ['version'])];
}
