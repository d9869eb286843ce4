import type { DataSource } from 'typeorm';

/** Pages of 16 KiB that rows and entries of indexes take, in bytes. */
export interface TableBytes {
  readonly table: string;
  readonly rows: number;
  readonly data: number;
  readonly indexes: number;
}

interface IndexPages {
  readonly name: string;
  readonly index_name: string;
  readonly pages: number | string;
}

const PAGE_BYTES = 16_384;
/** How the tables of what a transfer leaves behind are called in the list; others by their own name. */
const KINDS: Readonly<Record<string, string>> = {
  mail: 'mails',
  posting: 'postings',
  transfer: 'transfers',
  money_request: 'idempotency records',
  notice: 'notices',
  journal: 'journals',
  ledger_batch: 'batches with their hashes',
  webhook: 'webhooks',
  webhook_attempt: 'webhooks',
  outbox: 'outbox and jobs',
  job: 'outbox and jobs',
  ledger_archive: 'list of archive files',
};

export function kindOf(table: string): string {
  return KINDS[table] ?? table;
}

/** @param isPacked rebuilds each table first, so that no page has room left by random order or by rows that were removed */
export async function bytesByTable(database: DataSource, isPacked: boolean): Promise<readonly TableBytes[]> {
  const tables = await database.query<{ name: string }[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  );
  const names = tables.map(({ name }) => `\`${name}\``);
  await database.query(`${isPacked ? 'OPTIMIZE' : 'ANALYZE'} TABLE ${names.join()}`);
  // Leaf pages are those in use; the length of a table counts pages that are set aside for it, too.
  const pages = await database.query<IndexPages[]>(
    "SELECT table_name AS name, index_name, stat_value AS pages FROM mysql.innodb_index_stats WHERE database_name = DATABASE() AND stat_name = 'n_leaf_pages'",
  );
  const found: TableBytes[] = [];
  for (const { name } of tables) {
    const [row] = await database.query<{ n: number | string }[]>(`SELECT COUNT(*) AS n FROM \`${name}\``);
    const own = pages.filter((each) => each.name === name);
    const sum = (some: readonly IndexPages[]) => some.reduce((bytes, each) => bytes + Number(each.pages) * PAGE_BYTES, 0);
    const isData = (each: IndexPages) => each.index_name === 'PRIMARY' || each.index_name === 'GEN_CLUST_INDEX';
    found.push({
      table: name,
      rows: Number(row!.n),
      data: sum(own.filter(isData)),
      indexes: sum(own.filter((each) => !isData(each))),
    });
  }
  return found;
}
