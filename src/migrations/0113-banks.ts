import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'bank',
    columns: [
      column.text('code', 48),
      column.text('name', 120),
      column.text('kind', 16),
      column.text('nip_code', 8),
      column.time('recorded'),
    ],
    primaryKey: ['code'],
  },
  {
    name: 'bank_match',
    columns: [
      column.id('provider'),
      column.text('provider_code', 64),
      column.text('bank_code', 48),
      column.text('listed_name', 120),
      column.text('matched_by', 8),
      column.time('listed_at'),
      column.time('gone_at', { isNullable: true }),
    ],
    primaryKey: ['provider', 'provider_code'],
  },
  {
    name: 'bank_sync',
    columns: [column.id('provider'), column.time('synced_at')],
    primaryKey: ['provider'],
  },
  {
    name: 'bank_outage',
    columns: [
      column.text('bank_code', 48),
      // The last failed enquiries in a row, unix ms with commas.
      column.text('failed_at', 80),
    ],
    primaryKey: ['bank_code'],
  },
  {
    name: 'resolved_account',
    columns: [
      column.id('user_id'),
      column.text('bank_code', 48),
      column.text('account', 16),
      column.text('name', 160),
      column.time('resolved_at'),
    ],
    primaryKey: ['user_id', 'bank_code', 'account'],
    indexes: { resolved: ['resolved_at'] },
  },
  {
    name: 'sandbox_payout',
    columns: [
      column.text('reference', 64),
      column.text('bank_code', 64),
      column.text('account', 16),
      column.kobo('amount_kobo'),
      column.text('state', 16),
      // Asserted by tests to be one at most.
      column.count('payments', { default: 0 }),
      column.time('recorded'),
    ],
    primaryKey: ['reference'],
    indexes: { recorded: ['recorded'] },
  },
];

/** Banks under our own codes and those of providers, and whose accounts users asked for. */
export class Banks0113 extends SteppedMigration {
  readonly name = 'Banks1700000000113';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
