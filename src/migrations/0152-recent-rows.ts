import { addIndexes, dropIndexes, type Indexed } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly Indexed[] = [
  { name: 'ledger_hold', indexes: { open: ['state', 'subject'] } },
  { name: 'money_request', indexes: { recorded: ['recorded'] } },
];

/** What is open or new is found without reading all that ever was. */
export class RecentRows0152 extends SteppedMigration {
  readonly name = 'RecentRows1700000000152';
  readonly steps = TABLES.flatMap(addIndexes);
  readonly undo = TABLES.flatMap(dropIndexes);
}
