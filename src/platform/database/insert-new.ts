import type { ColumnValue } from '../../kernel/row-changes.js';
import type { Database } from './database.js';

const ROWS = 500;

type Rows = readonly (readonly ColumnValue[])[];

/** In the caller's unit of work; rows with an existing unique key are skipped. */
export function insertNew(database: Database, table: string, columns: readonly string[], rows: Rows): Promise<void> {
  const [first] = columns;
  // INSERT IGNORE would also skip values that do not fit their column.
  const ending =
    database.dialect === 'sqlite' ? 'ON CONFLICT DO NOTHING' : `ON DUPLICATE KEY UPDATE ${first} = ${table}.${first}`;
  return insert(database, table, columns, rows, ending);
}

/** In the caller's unit of work; fails where a row has an existing unique key. */
export function insertAll(database: Database, table: string, columns: readonly string[], rows: Rows): Promise<void> {
  return insert(database, table, columns, rows, '');
}

async function insert(database: Database, table: string, columns: readonly string[], rows: Rows, ending: string): Promise<void> {
  if (rows.length === 0) return;
  const into = `INTO ${table} (${columns.join()}) VALUES`;
  const place = `(${columns.map(() => '?').join()})`;
  if (database.dialect === 'sqlite')
    return database.withSqlite((connection) => {
      const statement = connection.cached(`INSERT ${into} ${place} ${ending}`);
      for (const row of rows) statement.run(...row);
    });
  for (let start = 0; start < rows.length; start += ROWS) {
    const part = rows.slice(start, start + ROWS);
    await database.rowsOnce(`INSERT ${into} ${Array(part.length).fill(place).join()} ${ending}`, part.flat());
  }
}
