import {
  addColumns,
  column,
  createTables,
  dropColumns,
  dropTables,
  forbidChanges,
  type TableDefinition,
} from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'ledger_block',
    columns: [column.id('account_id'), column.count('version'), column.longText('blocks')],
    primaryKey: ['account_id'],
  },
];

/** What owners may not pay out of their wallets, and how often that was changed. A row of before has a smaller version. */
export class BlockedMoney0165 extends SteppedMigration {
  readonly name = 'BlockedMoney1700000000165';
  readonly steps = [
    ...createTables(TABLES),
    ...forbidChanges('ledger_block', { update: 'NEW.version <= OLD.version OR NEW.account_id <> OLD.account_id' }),
    ...addColumns('ledger_head', [column.count('blocks_no', { default: 0 })]),
  ];
  readonly undo = [...dropColumns('ledger_head', ['blocks_no']), ...dropTables(TABLES)];
}
