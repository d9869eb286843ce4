import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'safeguarding_block',
    columns: [
      column.text('day', 10),
      column.count('position'),
      column.id('first_user'),
      column.id('last_user'),
      column.count('wallets'),
      column.text('hash', 64),
      column.time('recorded'),
    ],
    primaryKey: ['day', 'position'],
  },
];

/** Trees over lists of wallets: their hashes by thousands of wallets, from which the path of each balance is made. */
export class SafeguardingTrees0140 extends SteppedMigration {
  readonly name = 'SafeguardingTrees1700000000140';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
