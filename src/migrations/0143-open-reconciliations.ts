import { addIndexes, dropIndexes } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const INDEXES = { name: 'reconciliation', indexes: { status: ['status', 'recorded'] } };

/** Lists the days of providers that have differences which nobody explained. */
export class OpenReconciliations0143 extends SteppedMigration {
  readonly name = 'OpenReconciliations1700000000143';
  readonly steps = addIndexes(INDEXES);
  readonly undo = dropIndexes(INDEXES);
}
