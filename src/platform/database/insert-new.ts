import type { ColumnValue } from '../../kernel/row-changes.js';
import type { Database } from './database.js';

const ROWS = 500;

/** In the caller's unit of work; rows with an existing unique key are skipped. */
export async function insertNew(
  database: Database,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly ColumnValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const into = `INTO ${table} (${columns.join()}) VALUES`;
  if (database.dialect === 'sqlite') {
    const sql = `INSERT ${into} (${columns.map(() => '?').join()}) ON CONFLICT DO NOTHING`;
    return database.withSqlite((connection) => {
      const statement = connection.cached(sql);
      for (const row of rows) statement.run(...row);
    });
  }
  const place = `(${columns.map(() => '?').join()})`;
  const [first] = columns;
  for (let start = 0; start < rows.length; start += ROWS) {
    const part = rows.slice(start, start + ROWS);
    // INSERT IGNORE would also skip values that do not fit their column.
    const sql = `INSERT ${into} ${Array(part.length).fill(place).join()} ON DUPLICATE KEY UPDATE ${first} = ${table}.${first}`;
    await database.rowsOnce(sql, part.flat());
  }
}
