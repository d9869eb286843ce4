import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'purchase_bought_item',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('item_id', 96),
      column.text('customer_id', 64),
      column.id('last_purchase_id'),
    ],
    primaryKey: ['id'],
    unique: { user: ['user_id', 'item_id', 'customer_id'] },
  },
];

/** One purchase of a user for a customer follows the other. */
export class BoughtItems0157 extends SteppedMigration {
  readonly name = 'BoughtItems1700000000157';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
