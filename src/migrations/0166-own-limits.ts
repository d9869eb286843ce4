import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'user_limit',
    columns: [
      column.id('user_id'),
      column.kobo('single_kobo', { isNullable: true }),
      column.kobo('single_raised_kobo', { isNullable: true }),
      column.time('single_raised_at'),
      column.kobo('daily_kobo', { isNullable: true }),
      column.kobo('daily_raised_kobo', { isNullable: true }),
      column.time('daily_raised_at'),
    ],
    primaryKey: ['user_id'],
  },
];

/** What users allow themselves. */
export class OwnLimits0166 extends SteppedMigration {
  readonly name = 'OwnLimits1700000000166';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
