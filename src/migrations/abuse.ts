import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'budget_spending',
    columns: [
      // A hash of budget and subject.
      column.text('id', 64),
      column.text('budget', 64),
      // An id of ours, else empty.
      column.text('subject'),
      column.count('spent'),
      column.time('began_at'),
      column.time('last_at'),
      column.time('refused_at'),
      column.time('blocked_until'),
      column.time('ends_at'),
      // Hash of the first word, by which staff find what blocks an account or an address.
      column.text('subject_hash', 64, { default: '' }),
    ],
    primaryKey: ['id'],
    indexes: { blocked: ['blocked_until'], ends: ['ends_at'], subject: ['subject_hash'] },
  },
];

export class AbuseSchema extends SchemaMigration {
  readonly name = 'AbuseSchema1700000000015';
  readonly tables = TABLES;
}
