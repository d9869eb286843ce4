import type { QueryRunner } from 'typeorm';
import { column, createTables, dropTables, insertFirst, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'payout',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('bank_code', 32),
      column.text('bank_name'),
      column.text('account', 16),
      column.text('account_name'),
      column.text('reference', 64),
      column.kobo('amount_kobo'),
      column.kobo('charged_kobo'),
      column.text('tariff', 100),
      column.longText('charges', { isNullable: true }),
      column.text('note'),
      column.text('status', 16),
      column.text('response_code', 64),
      column.text('response_message'),
      column.text('session_id', 64),
      column.kobo('cost_kobo'),
      column.count('queries'),
      column.time('next_query_at', { isNullable: true }),
      column.time('recorded'),
      column.time('settled_at', { isNullable: true }),
    ],
    primaryKey: ['id'],
    indexes: {
      user: ['user_id', 'recorded'],
      account: ['account', 'bank_code', 'recorded'],
      due: ['next_query_at'],
      recorded: ['recorded'],
      status: ['status', 'recorded'],
      session: ['session_id'],
    },
  },
  {
    name: 'payout_attempt',
    columns: [
      column.id(),
      column.id('payout_id'),
      column.count('attempt_no'),
      column.id('provider'),
      column.text('reference', 64),
      column.text('bank_code', 64),
      column.text('state', 16),
      column.text('raw_code', 64),
      column.text('raw_message'),
      column.time('submit_at', { isNullable: true }),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { payout: ['payout_id', 'attempt_no'], reference: ['provider', 'reference'] },
    indexes: { ours: ['reference'], recorded: ['provider', 'recorded'] },
  },
  {
    name: 'payout_answer',
    columns: [
      column.id(),
      column.id('payout_id'),
      column.id('attempt_id'),
      column.text('provider_call', 16),
      column.text('outcome', 64),
      column.text('code', 64),
      column.text('message'),
      column.count('http_status', { isNullable: true }),
      column.text('provider_reference', 100, { default: '' }),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { payout: ['payout_id', 'recorded'], theirs: ['provider_reference'] },
  },
];

/** Money that leaves wallets for accounts at banks. */
export class Payouts0107 extends SteppedMigration {
  readonly name = 'Payouts1700000000107';
  readonly steps = [
    ...createTables(TABLES),
    ...insertFirst('journal_cursor', [{ consumer: 'payouts', batch_no: 0, position: 0 }]),
  ];
  readonly undo = [
    {
      name: 'forget the cursor of payouts',
      run: (runner: QueryRunner) => runner.query("DELETE FROM journal_cursor WHERE consumer = 'payouts'"),
    },
    ...dropTables(TABLES),
  ];
}
