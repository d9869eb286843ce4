import { addColumns, column, createTables, dropColumns, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'identity_verification',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('type', 8),
      column.text('status', 16),
      column.text('open_for', 48, { isNullable: true }),
      column.longText('sealed_number'),
      column.text('last_four', 4),
      column.text('number_digest', 64),
      column.text('claim', 64, { isNullable: true }),
      column.longText('sealed_evidence'),
      column.flag('is_owner'),
      column.text('provider', 16),
      column.text('provider_job', 64),
      column.count('tries'),
      column.time('next_at', { isNullable: true }),
      column.text('consent_version', 16),
      column.longText('consent_text'),
      column.text('consent_ip', 64),
      column.id('decided_by'),
      column.time('verified_at'),
      column.time('erased_at'),
      column.time('recorded'),
      column.text('verification_seal', 64, { isNullable: true }),
    ],
    primaryKey: ['id'],
    unique: { open: ['open_for'], claim: ['claim'] },
    indexes: {
      user: ['user_id', 'recorded'],
      status: ['status', 'recorded'],
      recorded: ['recorded'],
      next: ['next_at'],
      job: ['provider_job'],
      erased: ['erased_at'],
    },
  },
];

/** Who customers are, as providers of identities say; and on the account which of its numbers are verified. */
export class Identity0162 extends SteppedMigration {
  readonly name = 'Identity1700000000162';
  readonly steps = [
    ...createTables(TABLES),
    ...addColumns('user_account', [column.text('verified_numbers', 16, { default: '' })]),
  ];
  readonly undo = [...dropColumns('user_account', ['verified_numbers']), ...dropTables(TABLES)];
}
