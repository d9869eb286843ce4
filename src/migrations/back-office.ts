import { column, insertFirst, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'proposal',
    columns: [
      column.id(),
      column.text('kind', 32),
      // As purchase:01J…
      column.text('subject', 64),
      // JSON.
      column.longText('details'),
      column.longText('sealed_token'),
      // Empty where no wallet moves.
      column.id('user_id'),
      column.kobo('amount_kobo'),
      column.longText('reason'),
      column.count('approvals'),
      column.text('status', 16),
      column.id('proposed_by'),
      column.id('approved_by'),
      column.id('decided_by'),
      column.longText('comment'),
      column.time('decided_at', { isNullable: true }),
      column.time('recorded'),
      column.text('proposal_seal', 64, { isNullable: true }),
    ],
    primaryKey: ['id'],
    indexes: {
      recorded: ['recorded'],
      status: ['status', 'recorded'],
      subject: ['subject', 'status'],
      decided: ['status', 'decided_at'],
      user: ['user_id', 'status'],
    },
    checks: {
      first_approver: 'approved_by <> proposed_by',
      decider: 'decided_by <> proposed_by',
      approvals:
        "status <> 'executed' OR (decided_by <> '' AND decided_by <> approved_by AND (approvals = 1 OR approved_by <> ''))",
    },
  },
  // Makes the decisions of one day between two people follow each other.
  {
    name: 'proposal_participant',
    columns: [column.id('user_id'), column.count('decisions', { default: 0 })],
    primaryKey: ['user_id'],
  },
];

/** What staff propose to do with money, and who approved it. */
export class BackOfficeSchema extends SchemaMigration {
  readonly name = 'BackOfficeSchema1700000000019';
  readonly tables = TABLES;

  override readonly rest = [...insertFirst('journal_cursor', [{ consumer: 'back_office', batch_no: 0, position: 0 }])];
}
