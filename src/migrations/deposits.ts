import {
  column,
  differ,
  forbidChanges,
  insertFirst,
  SchemaMigration,
  type TableDefinition,
} from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'deposit_order',
    columns: [
      column.id(),
      column.id('user_id'),
      column.id('provider'),
      column.kobo('amount_kobo'),
      column.text('status', 16),
      // Unique among a user's pending orders and null otherwise, so that the number of slots limits them.
      column.count('slot', { isNullable: true }),
      column.text('account_number', 32),
      column.text('account_name'),
      column.text('bank_name'),
      column.time('expires_at'),
      column.time('recorded'),
      column.kobo('received_kobo', { default: 0 }),
      column.time('next_query_at', { isNullable: true }),
      column.count('queries', { default: 0 }),
    ],
    primaryKey: ['id'],
    unique: { slot: ['user_id', 'slot'] },
    indexes: {
      account: ['provider', 'account_number', 'recorded'],
      end: ['status', 'expires_at', 'id'],
      user: ['user_id', 'recorded'],
      recorded: ['recorded'],
      status: ['status', 'recorded'],
      number: ['account_number', 'user_id'],
      query: ['next_query_at', 'id'],
    },
  },
  {
    name: 'deposit_payment',
    columns: [
      column.id(),
      column.id('provider'),
      column.text('transaction_id', 100),
      column.id('order_id'),
      column.text('account_number', 32),
      column.kobo('amount_kobo'),
      column.text('payer_name'),
      column.time('recorded'),
      column.text('provider_reference', 100, { default: '' }),
      column.text('payer_bank', 255, { default: '' }),
      // Masked.
      column.id('payer_account', { default: '' }),
      column.text('narration', 255, { default: '' }),
      column.text('session_id', 100, { default: '' }),
      column.text('reason', 255, { default: '' }),
      column.time('received_at', { default: 0 }),
      column.id('reversal_id', { default: '' }),
      // How it left suspense: assigned, returned, or empty.
      column.text('settlement', 16, { default: '' }),
      // The journal of that; empty where there is none.
      column.id('settlement_id', { default: '' }),
      column.id('assigned_to', { default: '' }),
      column.time('settled_at', { isNullable: true }),
      // How a reversed payment's debt to suspense stands, and who owes it.
      column.text('debt', 16, { default: '' }),
      column.id('debtor_id', { default: '' }),
    ],
    primaryKey: ['id'],
    unique: { transaction: ['provider', 'transaction_id'] },
    indexes: {
      order: ['order_id'],
      reference: ['provider', 'provider_reference'],
      suspense: ['order_id', 'recorded'],
      received: ['provider', 'received_at'],
      recorded: ['provider', 'recorded'],
      debt: ['debt', 'recorded'],
      account: ['account_number', 'recorded'],
    },
  },
  {
    name: 'sandbox_deposit_account',
    columns: [
      column.text('account_number', 10),
      column.id('reference'),
      column.text('account_name'),
      column.kobo('amount_kobo'),
      column.time('expires_at'),
      column.time('recorded'),
    ],
    primaryKey: ['account_number'],
    unique: { reference: ['reference'] },
  },
  {
    name: 'sandbox_payment',
    columns: [
      column.text('transaction_id', 100),
      column.text('account_number', 32),
      column.kobo('amount_kobo'),
      column.text('payer_name'),
      column.time('recorded'),
      column.time('reversed_at', { isNullable: true }),
    ],
    primaryKey: ['transaction_id'],
    indexes: { account: ['account_number'] },
  },
];

const IDENTITY = ['id', 'provider', 'transaction_id', 'provider_reference', 'order_id', 'amount_kobo', 'recorded'];

/** Deposit orders and payments, and the sandbox bank's own records. */
export class DepositsSchema extends SchemaMigration {
  readonly name = 'DepositsSchema1700000000004';
  readonly tables = TABLES;

  override readonly rest = [
    // What names a payment must not change: it would be credited again.
    ...forbidChanges('deposit_payment', { update: differ(IDENTITY) }),
    ...insertFirst('journal_cursor', [{ consumer: 'deposits', batch_no: 0, position: 0 }]),
  ];
}
