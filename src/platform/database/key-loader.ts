import { BatchLoader } from './batch-loader.js';
import type { Database } from './database.js';
import type { Table } from './table.js';

/** Rows by the texts of several columns, with one query for all that are requested within a turn of the event loop. */
export class KeyLoader<Row, Key extends keyof Row & string, Read extends keyof Row & string> {
  private readonly loader: BatchLoader<string, Pick<Row, Key | Read>>;

  constructor(
    private readonly database: Pick<Database, 'inUnit' | 'rowsOnce'>,
    private readonly table: Table<Row>,
    private readonly key: readonly Key[],
    private readonly read: readonly Read[],
  ) {
    this.loader = new BatchLoader(database, (keys) => this.readMany(keys));
  }

  get(key: Pick<Row, Key>): Promise<Pick<Row, Key | Read> | undefined> {
    return this.loader.get(this.textOf(key));
  }

  private async readMany(keys: readonly string[]): Promise<Map<string, Pick<Row, Key | Read>>> {
    const { table, key, read } = this;
    const condition = table.columns(...key).map((column) => `${column} = ?`);
    const rows = await this.database.rowsOnce<Pick<Row, Key | Read>>(
      `SELECT ${table.selection(...key, ...read)} FROM ${table.name} WHERE ${keys.map(() => `(${condition.join(' AND ')})`).join(' OR ')}`,
      keys.flatMap((text) => JSON.parse(text) as string[]),
    );
    return new Map(rows.map((row) => [this.textOf(row), row]));
  }

  private textOf(row: Pick<Row, Key>): string {
    return JSON.stringify(this.key.map((property) => row[property]));
  }
}
