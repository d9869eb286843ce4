import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'payee',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('identity', 255),
      column.text('kind', 8),
      column.text('label', 64),
      column.text('name', 255),
      column.text('bank_code', 48),
      column.text('account', 16),
      column.id('receiver_id'),
      column.text('email', 254),
      column.text('biller_id', 64),
      column.text('item_id', 96),
      column.text('customer_id', 64),
      column.text('changed_name', 160),
      column.count('used'),
      column.time('used_at'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { identity: ['user_id', 'identity'] },
    indexes: { receiver: ['receiver_id'] },
  },
  {
    name: 'paid_account',
    columns: [column.id('user_id'), column.text('bank_code', 48), column.text('account', 16), column.time('recorded')],
    primaryKey: ['user_id', 'bank_code', 'account'],
  },
];

/** Whom users pay again, and which accounts they have paid to. */
export class Payees0114 extends SteppedMigration {
  readonly name = 'Payees1700000000114';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
