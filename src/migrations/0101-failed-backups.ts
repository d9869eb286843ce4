import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** When a backup is known to have failed; 0 otherwise. */
export class FailedBackups0101 extends SteppedMigration {
  readonly name = 'FailedBackups1700000000101';
  readonly steps = addColumns('backup_number', [column.time('failed_at', { default: 0 })]);
  readonly undo = dropColumns('backup_number', ['failed_at']);
}
