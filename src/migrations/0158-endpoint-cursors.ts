import type { QueryRunner } from 'typeorm';
import { addColumns, column, createTables, dropColumns, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'webhook_gap',
    columns: [
      column.id(),
      column.id('endpoint_id'),
      column.count('after_batch_no'),
      column.count('after_position'),
      // Null while the endpoint is off.
      column.count('until_batch_no', { isNullable: true }),
      column.count('until_position', { isNullable: true }),
      // Since when the endpoint was off; what was recorded before waited for it.
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    indexes: { endpoint: ['endpoint_id'] },
  },
];

const COLUMNS = [
  column.count('batch_no', { isNullable: true }),
  column.count('position', { isNullable: true }),
  column.count('misses', { default: 0 }),
  column.time('retry_at', { default: 0 }),
];

interface Fed {
  readonly batch_no: number;
  readonly position: number;
}

/** Endpoints read the journals at a place of their own. Those that exist begin where the feed is. */
export class EndpointCursors0158 extends SteppedMigration {
  readonly name = 'EndpointCursors1700000000158';
  readonly steps = [
    ...addColumns('webhook_endpoint', COLUMNS),
    ...createTables(TABLES),
    {
      name: 'begin cursors of endpoints',
      run: async (runner: QueryRunner) => {
        // The feed has had rows written for what is before its place.
        const [fed] = (await runner.query(
          'SELECT batch_no, position FROM journal_cursor ORDER BY batch_no, position LIMIT 1',
        )) as Fed[];
        const place = [fed?.batch_no ?? 0, fed?.position ?? 0];
        await runner.query('UPDATE webhook_endpoint SET batch_no = ?, position = ? WHERE batch_no IS NULL', place);
      },
    },
    {
      name: 'leave what was before to rows',
      run: async (runner: QueryRunner) => {
        await runner.query('DELETE FROM webhook_gap');
        await runner.query(
          `INSERT INTO webhook_gap (id, endpoint_id, after_batch_no, after_position, until_batch_no, until_position, recorded)
           SELECT id, id, 0, 0, CASE status WHEN 'active' THEN batch_no END, CASE status WHEN 'active' THEN position END, 0
           FROM webhook_endpoint`,
        );
      },
    },
  ];
  readonly undo = [
    ...dropTables(TABLES),
    ...dropColumns(
      'webhook_endpoint',
      COLUMNS.map(({ name }) => name),
    ),
  ];
}
