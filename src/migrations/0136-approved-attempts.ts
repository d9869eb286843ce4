import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** When a provider that asked was told that a payout is ours. */
export class ApprovedAttempts0136 extends SteppedMigration {
  readonly name = 'ApprovedAttempts1700000000136';
  readonly steps = addColumns('payout_attempt', [column.time('approved_at', { isNullable: true })]);
  readonly undo = dropColumns('payout_attempt', ['approved_at']);
}
