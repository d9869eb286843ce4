import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'staff_case',
    columns: [
      // Kind and id of the record.
      column.text('id', 128),
      column.text('kind', 32),
      column.text('record_id', 64),
      // Empty: nobody's.
      column.id('owner_id'),
      column.time('due_at', { isNullable: true }),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: {
      owner: ['owner_id', 'recorded'],
      due: ['due_at', 'id'],
      kind: ['kind', 'due_at'],
    },
  },
  {
    name: 'staff_case_note',
    columns: [
      column.id(),
      column.text('case_id', 128),
      column.id('author_id'),
      column.longText('note'),
      // JSON list of accounts.
      column.longText('mentions'),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { case: ['case_id', 'recorded'] },
  },
];

/** Who of the staff has a record, until when, and what they wrote about it. */
export class StaffCases0121 extends SteppedMigration {
  readonly name = 'StaffCases1700000000121';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
