import type { Database } from '../database/database.js';

/** Names of all jobs in the table. One index look-up a name; DISTINCT would read the whole table on SQLite. */
export async function jobNames(database: Database): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const [row] = await database.rows<{ name: string | null }>('SELECT MIN(name) AS name FROM job WHERE name > ?', [
      names.at(-1) ?? '',
    ]);
    if (!row?.name) return names;
    names.push(row.name);
  }
}
