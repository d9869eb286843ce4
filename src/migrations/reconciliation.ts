import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'reconciliation',
    columns: [
      column.id(),
      column.id('provider'),
      column.text('day', 10),
      column.id('run_id'),
      column.text('status', 16),
      column.count('ours'),
      column.count('theirs'),
      column.count('matched'),
      column.count('missing_here'),
      column.count('missing_there'),
      column.count('differing'),
      column.kobo('difference_kobo'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { recorded: ['recorded'], day: ['day', 'recorded'], provider: ['provider', 'recorded'] },
  },
  {
    name: 'reconciliation_difference',
    columns: [
      column.id(),
      column.id('reconciliation_id'),
      column.id('run_id'),
      column.text('kind', 16),
      column.text('reference', 100),
      column.text('transaction_id', 100),
      column.kobo('ours_kobo', { isNullable: true }),
      column.kobo('theirs_kobo', { isNullable: true }),
      column.text('our_status', 16),
      column.text('their_status', 64),
      column.time('our_time', { isNullable: true }),
      column.time('their_time', { isNullable: true }),
      column.text('note', 64),
      column.text('digest', 40),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: {
      page: ['reconciliation_id', 'run_id', 'recorded'],
      reference: ['run_id', 'kind', 'reference'],
      digest: ['run_id', 'digest'],
    },
  },
];

export class ReconciliationSchema extends SchemaMigration {
  readonly name = 'ReconciliationSchema1700000000018';
  readonly tables = TABLES;
}
