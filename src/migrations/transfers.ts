import { column, insertFirst, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'transfer',
    columns: [
      column.id(),
      column.id('sender_id'),
      column.id('receiver_id'),
      column.text('receiver_email'),
      column.kobo('amount_kobo'),
      column.kobo('fee_kobo'),
      column.text('note'),
      column.text('status', 16),
      column.time('recorded'),
      column.kobo('duty_kobo', { default: 0 }),
      // Ids of the tariffs of fee and duty.
      column.text('tariff', 100, { default: '' }),
    ],
    primaryKey: ['id'],
    indexes: { receiver: ['receiver_id', 'recorded'], sender: ['sender_id', 'recorded'] },
  },
];

export class TransfersSchema extends SchemaMigration {
  readonly name = 'TransfersSchema1700000000005';
  readonly tables = TABLES;

  override readonly rest = [...insertFirst('journal_cursor', [{ consumer: 'transfers', batch_no: 0, position: 0 }])];
}
