import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'bank_statement',
    columns: [
      column.id(),
      column.text('bank', 24),
      column.text('first_day', 10),
      column.text('last_day', 10),
      column.kobo('opening_kobo'),
      column.kobo('closing_kobo'),
      column.count('line_count'),
      column.text('digest', 64),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { recorded: ['recorded'], bank: ['bank', 'recorded'], period: ['bank', 'last_day'] },
  },
  {
    name: 'bank_statement_line',
    columns: [
      column.id(),
      column.id('statement_id'),
      column.text('bank', 24),
      column.count('position'),
      column.text('day', 10),
      column.kobo('amount_kobo'),
      column.text('reference', 100),
      column.text('description', 255),
      column.id('settlement_id'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { statement: ['statement_id', 'recorded'], settlement: ['settlement_id'] },
  },
  {
    name: 'stated_balance',
    columns: [column.id(), column.id('provider'), column.text('day', 10), column.kobo('amount_kobo'), column.time('recorded')],
    primaryKey: ['id'],
    indexes: { day: ['day'] },
  },
];

/** What banks and providers say that we have with them. */
export class BankStatements0117 extends SteppedMigration {
  readonly name = 'BankStatements1700000000117';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
