import { SealedRows } from '../../src/platform/crypto/sealed-rows.js';
import type { ColumnValue } from '../../src/kernel/row-changes.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestApp } from './app.js';

/** Changes columns of a sealed row as the service would have, with its seals. Caches keep what they hold. */
export async function changeRow(
  app: Pick<TestApp['app'], 'get'>,
  table: string,
  id: string,
  change: Readonly<Record<string, ColumnValue>>,
): Promise<void> {
  const key = table === 'transaction_pin' ? 'user_id' : 'id';
  const set = Object.keys(change).map((column) => `${column} = ?`);
  const database = app.get(Database, { strict: false });
  await database.transaction(async () => {
    await database.rows(`UPDATE ${table} SET ${set.join(', ')} WHERE ${key} = ?`, [...Object.values(change), id]);
    await app.get(SealedRows, { strict: false }).reseal(table, id);
  });
}
