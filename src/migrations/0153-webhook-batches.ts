import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** How many events an endpoint takes in one request. */
export class WebhookBatches0153 extends SteppedMigration {
  readonly name = 'WebhookBatches1700000000153';
  readonly steps = addColumns('webhook_endpoint', [column.count('batch', { default: 1 })]);
  readonly undo = dropColumns('webhook_endpoint', ['batch']);
}
