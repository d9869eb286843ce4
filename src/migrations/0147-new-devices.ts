import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** Until when a session counts as one of a new device, and since when what the account pays is counted for that. */
export class NewDevices0147 extends SteppedMigration {
  readonly name = 'NewDevices1700000000147';
  readonly steps = addColumns('session', [
    column.time('new_device_from', { default: 0 }),
    column.time('new_device_until', { default: 0 }),
  ]);
  readonly undo = dropColumns('session', ['new_device_from', 'new_device_until']);
}
