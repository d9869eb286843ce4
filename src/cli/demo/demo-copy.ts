import type { ColumnValue } from '../../kernel/row-changes.js';
import { Database } from '../../platform/database/database.js';
import { insertAll, insertNew } from '../../platform/database/insert-new.js';
import { SqliteConnection } from '../../platform/database/sqlite-driver.js';
import { CommandError } from '../command-error.js';

/** Tables of the installation, or summed up anew afterwards. */
const LEFT_OUT = new Set([
  'migration',
  'migration_step',
  'schema_version',
  'lease',
  'ledger_checkpoint',
  'ledger_head',
  'journal_cursor',
  'sandbox_clock',
  'statistic',
]);
/** Tables that every installation fills for itself, with the same keys. */
const SHARED = new Set([
  'active_user',
  'bank',
  'bank_match',
  'bank_sync',
  'biller',
  'biller_item',
  'biller_trade',
  'catalogue_sync',
  'faq_category',
  'ledger_check',
  'ledger_key',
  'route',
  'service_category',
]);

interface Head {
  readonly batch_no: number;
  readonly hash: string;
  readonly recorded: number;
}

interface Cursor {
  readonly consumer: string;
  readonly batch_no: number;
  readonly position: number;
}

/**
 * Adds all rows of the SQLite file to the database, in one transaction.
 * @throws CommandError where money has moved, because the chain of its books begins with the first movement
 */
export async function copyRows(file: string, database: Database): Promise<void> {
  const source = new SqliteConnection(file, { readonly: true });
  const read = <Row>(sql: string) => source.prepare(sql).all() as Row[];
  try {
    const tables = read<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    await database.transaction(async () => {
      await takeHead(database, read<Head>('SELECT batch_no, hash, recorded FROM ledger_head WHERE id = 1')[0]!);
      for (const { consumer, batch_no, position } of read<Cursor>('SELECT consumer, batch_no, position FROM journal_cursor'))
        await database.rows('UPDATE journal_cursor SET batch_no = ?, position = ? WHERE consumer = ?', [
          batch_no,
          position,
          consumer,
        ]);
      for (const { name } of tables.filter((table) => !LEFT_OUT.has(table.name))) {
        const rows = read<Record<string, ColumnValue>>(`SELECT * FROM "${name}"`);
        const columns = Object.keys(rows[0] ?? {});
        const insert = SHARED.has(name) ? insertNew : insertAll;
        await insert(
          database,
          name,
          columns,
          rows.map((row) => columns.map((column) => row[column]!)),
        );
      }
    });
  } finally {
    source.close();
  }
}

/** It is the first statement, so that it waits for others' writes and then sees them. */
async function takeHead(database: Database, { batch_no, hash, recorded }: Head): Promise<void> {
  const set = 'UPDATE ledger_head SET batch_no = ?, hash = ?, recorded = ? WHERE id = 1 AND batch_no = 0';
  await database.rows(set, [batch_no, hash, recorded]);
  const [head] = await database.rows<{ hash: string }>('SELECT hash FROM ledger_head WHERE id = 1');
  if (head?.hash !== hash) throw new CommandError(MONEY_MOVED);
}

export const MONEY_MOVED =
  'Money has moved here already, and two months before it cannot be added. Start a second service by PORT=3001 DATA_DIR=.data-demo npm start, and run DATA_DIR=.data-demo ./harmattan demo:seed.';
