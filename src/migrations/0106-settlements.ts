import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'settlement',
    columns: [
      column.id(),
      column.text('kind', 16),
      column.id('provider'),
      column.text('debited', 64),
      column.text('credited', 64),
      column.text('account', 16),
      column.text('bank', 24),
      column.kobo('amount_kobo'),
      column.text('reference', 64),
      column.text('valued', 10),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { reference: ['reference'] },
    indexes: {
      recorded: ['recorded'],
      kind: ['kind', 'recorded'],
      provider: ['provider', 'recorded'],
      bank: ['bank', 'recorded'],
    },
  },
];

/** What moved between the operator's own accounts. */
export class Settlements0106 extends SteppedMigration {
  readonly name = 'Settlements1700000000106';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
