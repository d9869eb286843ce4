import { ID_LENGTH } from './columns.js';

export type Value = string | number;

interface Options {
  readonly isNullable?: boolean;
  readonly default?: Value;
}

export interface ColumnDefinition extends Options {
  readonly name: string;
  readonly type: string;
}

/** Columns of tables, named like the decorators in columns.ts. */
export const column = {
  id: (name = 'id', options: Options = {}): ColumnDefinition => ({ name, type: `varchar(${ID_LENGTH})`, ...options }),
  text: (name: string, length = 255, options: Options = {}): ColumnDefinition => ({
    name,
    type: `varchar(${length})`,
    ...options,
  }),
  longText: (name: string, options: Options = {}): ColumnDefinition => ({ name, type: 'text', ...options }),
  kobo: (name: string, options: Options = {}): ColumnDefinition => ({ name, type: 'bigint', ...options }),
  time: (name: string, options: Options = {}): ColumnDefinition => ({ name, type: 'bigint', ...options }),
  count: (name: string, options: Options = {}): ColumnDefinition => ({ name, type: 'bigint', ...options }),
  flag: (name: string, options: Options = {}): ColumnDefinition => ({ name, type: 'smallint', ...options }),
};

export interface Indexed {
  readonly name: string;
  /** Indexes are named `<table>_<suffix>`, as in @Index. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

interface Checked extends Indexed {
  /** CHECK conditions by constraint suffix. */
  readonly checks?: Readonly<Record<string, string>>;
}

export interface TableDefinition extends Checked {
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
}

/** A table of the baseline. Columns and primary key are SQL that all engines read. */
export interface FrozenTable extends Checked {
  readonly columns: string;
}

export type Quote = (name: string) => string;

export const quoteMysql: Quote = (name) => `\`${name}\``;
export const quoteSqlite: Quote = (name) => `"${name}"`;

export function mysqlTable(table: TableDefinition | FrozenTable): string {
  const indexes = indexesOf(table).map(({ kind, name, columns }) => `${kind} ${quoteMysql(name)} ${listOf(columns, quoteMysql)}`);
  return `${tableSql(table, quoteMysql, indexes)} ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`;
}

export function sqliteTable(table: TableDefinition | FrozenTable): string[] {
  const indexes = indexesOf(table).map((index) => indexSql(table.name, index, quoteSqlite, ' IF NOT EXISTS'));
  return [tableSql(table, quoteSqlite, []), ...indexes];
}

function tableSql(table: TableDefinition | FrozenTable, quote: Quote, indexes: readonly string[]): string {
  const { name, checks = {} } = table;
  const parts = [
    ...('primaryKey' in table ? columnsOf(table, quote) : [table.columns.replaceAll(/\s+/g, ' ').trim()]),
    ...indexes,
    ...Object.entries(checks).map(([suffix, condition]) => `CONSTRAINT ${quote(`${name}_${suffix}`)} CHECK (${condition})`),
  ];
  // In one line, as TypeORM reads it on SQLite.
  return `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})`;
}

function columnsOf({ columns, primaryKey }: TableDefinition, quote: Quote): string[] {
  return [...columns.map((each) => columnSql(each, quote)), `PRIMARY KEY ${listOf(primaryKey, quote)}`];
}

export function columnSql({ name, type, isNullable, default: value }: ColumnDefinition, quote: Quote): string {
  const literal = typeof value === 'string' ? `'${value}'` : value;
  return `${quote(name)} ${type}${isNullable ? '' : ' NOT NULL'}${literal === undefined ? '' : ` DEFAULT ${literal}`}`;
}

interface IndexDefinition {
  readonly kind: 'INDEX' | 'UNIQUE INDEX';
  readonly name: string;
  readonly columns: readonly string[];
}

export function indexesOf({ name: table, unique, indexes }: Indexed): IndexDefinition[] {
  const named = (kind: IndexDefinition['kind'], lists: Indexed['indexes']) =>
    Object.entries(lists ?? {}).map(([suffix, columns]) => ({ kind, name: `${table}_${suffix}`, columns }));
  return [...named('UNIQUE INDEX', unique), ...named('INDEX', indexes)];
}

export function indexSql(table: string, { kind, name, columns }: IndexDefinition, quote: Quote, unless = ''): string {
  return `CREATE ${kind}${unless} ${quote(name)} ON ${quote(table)} ${listOf(columns, quote)}`;
}

function listOf(names: readonly string[], quote: Quote): string {
  return `(${names.map(quote).join(', ')})`;
}
