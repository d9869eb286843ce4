import { addColumns, column, createTables, dropColumns, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'purchase_raw_answer',
    columns: [
      column.id(),
      column.id('purchase_id'),
      column.id('attempt_id'),
      // Encrypted, with the id as associated data.
      column.longText('sealed_body'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { purchase: ['purchase_id'] },
  },
];

/** All that a purchase delivered, and the answers of providers that say it. */
export class Deliverables0100 extends SteppedMigration {
  readonly name = 'Deliverables1700000000100';
  readonly steps = [
    ...addColumns('purchase', [column.longText('sealed_deliverables', { isNullable: true })]),
    ...createTables(TABLES),
  ];
  readonly undo = [...dropTables(TABLES), ...dropColumns('purchase', ['sealed_deliverables'])];
}
