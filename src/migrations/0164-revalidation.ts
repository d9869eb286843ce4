import { addColumns, addIndexes, column, dropColumns, dropIndexes } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const INDEXES = { name: 'identity_verification', indexes: { verified: ['status', 'verified_at'] } };

/** When a user was told that a verification ends. */
export class Revalidation0164 extends SteppedMigration {
  readonly name = 'Revalidation1700000000164';
  readonly steps = [...addColumns('identity_verification', [column.time('told_at', { default: 0 })]), ...addIndexes(INDEXES)];
  readonly undo = [...dropIndexes(INDEXES), ...dropColumns('identity_verification', ['told_at'])];
}
