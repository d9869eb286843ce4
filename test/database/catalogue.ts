/** What a database has, read from its catalogue. */
import type { DataSource } from 'typeorm';

type Row = Readonly<Record<string, string | number | null>>;

export async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const sql = isSqlite(dataSource)
    ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
  const rows = await dataSource.query<{ name: string }[]>(sql);
  return rows.map(({ name }) => name).toSorted();
}

/** Tables with columns and indexes, and the triggers, as the engine prints them. */
export async function schemaOf(dataSource: DataSource): Promise<string[]> {
  if (isSqlite(dataSource)) {
    const rows = await dataSource.query<{ sql: string | null }[]>('SELECT sql FROM sqlite_master');
    return rows.map(({ sql }) => String(sql)).toSorted();
  }
  const schema: string[] = [];
  for (const table of await tablesOf(dataSource)) {
    const [row] = await dataSource.query<Record<string, string>[]>(`SHOW CREATE TABLE ${table}`);
    schema.push(row!['Create Table']!.replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  const triggers = await dataSource.query<{ Trigger: string; Statement: string }[]>('SHOW TRIGGERS');
  return [...schema, ...triggers.map(({ Trigger: name, Statement: body }) => `${name} ${body}`).toSorted()];
}

/** A line for each column, primary key and index. Text compares by bytes, or its column says how. */
export async function structureOf(dataSource: DataSource, tables: readonly string[]): Promise<string[]> {
  const read = isSqlite(dataSource) ? sqliteStructure : serverStructure;
  const lines = await Promise.all(tables.map((table) => read(dataSource, table)));
  return lines.flat().toSorted();
}

/** The same lines, as the row classes declare them. */
export function declaredStructure(dataSource: DataSource): string[] {
  const lines = dataSource.entityMetadatas.flatMap(({ tableName, columns, primaryColumns, indices }) => [
    ...columns.map(({ databaseName, type, length, isNullable, default: value }) =>
      columnLine(
        tableName,
        databaseName,
        type === 'varchar' ? `varchar(${length})` : String(type),
        isNullable,
        value as string | number | undefined,
      ),
    ),
    indexLine(tableName, 'primary', true, primaryColumns),
    ...indices.map(({ name, isUnique, columns: indexed }) => indexLine(tableName, name, isUnique, indexed)),
  ]);
  return lines.toSorted();
}

function columnLine(table: string, name: string, type: string, isNullable: boolean, value?: string | number): string {
  return `${table}.${name} ${type}${isNullable ? '' : ' NOT NULL'}${value === undefined ? '' : ` DEFAULT ${value}`}`;
}

function indexLine(
  table: string,
  name: string,
  isUnique: boolean,
  columns: readonly { readonly databaseName: string }[],
): string {
  const names = columns.map(({ databaseName }) => databaseName).join();
  return `${table} ${name}${isUnique ? ' unique' : ''} (${names})`;
}

async function sqliteStructure(dataSource: DataSource, table: string): Promise<string[]> {
  const columns = await dataSource.query<Row[]>(`PRAGMA table_xinfo(${table})`);
  const indexes = await dataSource.query<Row[]>(`PRAGMA index_list(${table})`);
  const lines = columns.map((each) =>
    columnLine(
      table,
      String(each['name']),
      String(each['type']).toLowerCase(),
      each['notnull'] === 0,
      defaultOf(each['dflt_value']!),
    ),
  );
  const primary = columns.filter(({ pk }) => pk !== 0).toSorted((one, other) => Number(one['pk']) - Number(other['pk']));
  lines.push(indexLine(table, 'primary', true, primary.map(named)));
  for (const { name, unique, origin } of indexes) {
    const parts = (await dataSource.query<Row[]>(`PRAGMA index_xinfo(${String(name)})`)).filter(({ key }) => key === 1);
    lines.push(
      ...parts.filter(({ coll }) => coll !== 'BINARY').map((each) => `${String(name)}.${String(each['name'])} ${each['coll']}`),
    );
    if (origin === 'c') lines.push(indexLine(table, String(name), unique === 1, parts.map(named)));
  }
  return lines;
}

async function serverStructure(dataSource: DataSource, table: string): Promise<string[]> {
  const columns = await dataSource.query<Row[]>(
    `SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS dflt, collation_name AS collation
     FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?`,
    [table],
  );
  const parts = await dataSource.query<Row[]>(
    `SELECT index_name AS indexName, non_unique AS nonUnique, column_name AS name FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = ? ORDER BY index_name, seq_in_index`,
    [table],
  );
  const lines = columns.map(({ name, type, nullable, dflt, collation }) => {
    // MariaDB prints a width that means nothing.
    const plain = String(type).replace(/int\(\d+\)$/, 'int');
    const compared = collation === null || collation === 'utf8mb4_bin' ? '' : ` ${collation}`;
    return columnLine(table, String(name), plain + compared, nullable === 'YES', defaultOf(dflt!));
  });
  const names = [...new Set(parts.map(({ indexName }) => String(indexName)))];
  return [
    ...lines,
    ...names.map((name) => {
      const indexed = parts.filter(({ indexName }) => indexName === name);
      return indexLine(table, name === 'PRIMARY' ? 'primary' : name, Number(indexed[0]!['nonUnique']) === 0, indexed.map(named));
    }),
  ];
}

function named({ name }: Row): { readonly databaseName: string } {
  return { databaseName: String(name) };
}

/** MySQL prints text without quotes, and MariaDB prints NULL for a nullable column. */
function defaultOf(printed: string | number | null): string | undefined {
  return printed === null || printed === 'NULL' ? undefined : String(printed).replace(/^'(.*)'$/, '$1');
}

function isSqlite(dataSource: DataSource): boolean {
  return dataSource.options.type === 'better-sqlite3';
}
