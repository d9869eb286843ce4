import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'payout_paid_account',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('bank_code', 32),
      column.text('account', 16),
      column.id('last_payout_id'),
    ],
    primaryKey: ['id'],
    unique: { user: ['user_id', 'bank_code', 'account'] },
  },
];

/** One payout of a user to an account follows the other. */
export class PaidAccounts0135 extends SteppedMigration {
  readonly name = 'PaidAccounts1700000000135';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
