import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'payout_recipient',
    columns: [
      column.id('provider'),
      column.text('bank_code', 16),
      column.text('account', 10),
      column.text('recipient', 99),
      column.time('recorded'),
    ],
    primaryKey: ['provider', 'bank_code', 'account'],
    unique: { recipient: ['provider', 'recipient'] },
  },
];

/** Accounts at banks as providers call them. */
export class PayoutRecipients0111 extends SteppedMigration {
  readonly name = 'PayoutRecipients1700000000111';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
