import type { QueryRunner } from 'typeorm';
import { ID_LENGTH } from './columns.js';
import { hasTriggers } from './server-dialect.js';

type Value = string | number;

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

interface Indexed {
  readonly name: string;
  /** Indexes are named `<table>_<suffix>`, as in @Index. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

export interface TableDefinition extends Indexed {
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
  /** CHECK conditions by constraint suffix. */
  readonly checks?: Readonly<Record<string, string>>;
}

/** All of these can be repeated, because MySQL commits each statement that changes a schema by itself. */
export async function createTables(runner: QueryRunner, tables: readonly TableDefinition[]): Promise<void> {
  for (const table of tables)
    for (const statement of isMysql(runner) ? [mysqlTable(table)] : sqliteTable(table)) await runner.query(statement);
}

export async function dropTables(runner: QueryRunner, tables: readonly TableDefinition[]): Promise<void> {
  for (const { name } of tables.toReversed()) await runner.query(`DROP TABLE IF EXISTS ${name}`);
}

/** In SQL, because TypeORM would copy the table on SQLite and lose its triggers. */
export async function addColumns(runner: QueryRunner, table: string, columns: readonly ColumnDefinition[]): Promise<void> {
  for (const each of columns)
    if (!(await runner.hasColumn(table, each.name)))
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${columnSql(each, quoteOf(runner))}`);
}

export async function addIndexes(runner: QueryRunner, table: Indexed): Promise<void> {
  for (const index of indexesOf(table)) {
    await runner.dropIndex(table.name, index.name, true);
    await runner.query(indexSql(table.name, index, quoteOf(runner)));
  }
}

type Quote = (name: string) => string;

const quoteMysql: Quote = (name) => `\`${name}\``;
const quoteSqlite: Quote = (name) => `"${name}"`;

function mysqlTable(table: TableDefinition): string {
  const indexes = indexesOf(table).map(({ kind, name, columns }) => `${kind} ${quoteMysql(name)} ${listOf(columns, quoteMysql)}`);
  return `${tableSql(table, quoteMysql, indexes)} ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`;
}

function sqliteTable(table: TableDefinition): string[] {
  return [tableSql(table, quoteSqlite, []), ...indexesOf(table).map((index) => indexSql(table.name, index, quoteSqlite))];
}

function tableSql({ name, columns, primaryKey, checks = {} }: TableDefinition, quote: Quote, indexes: readonly string[]): string {
  const parts = [
    ...columns.map((each) => columnSql(each, quote)),
    `PRIMARY KEY ${listOf(primaryKey, quote)}`,
    ...indexes,
    ...Object.entries(checks).map(([suffix, condition]) => `CONSTRAINT ${quote(`${name}_${suffix}`)} CHECK (${condition})`),
  ];
  // In one line, as TypeORM reads it on SQLite.
  return `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})`;
}

function columnSql({ name, type, isNullable, default: value }: ColumnDefinition, quote: Quote): string {
  const literal = typeof value === 'string' ? `'${value}'` : value;
  return `${quote(name)} ${type}${isNullable ? '' : ' NOT NULL'}${literal === undefined ? '' : ` DEFAULT ${literal}`}`;
}

interface IndexDefinition {
  readonly kind: 'INDEX' | 'UNIQUE INDEX';
  readonly name: string;
  readonly columns: readonly string[];
}

function indexesOf({ name: table, unique, indexes }: Indexed): IndexDefinition[] {
  const named = (kind: IndexDefinition['kind'], lists: Indexed['indexes']) =>
    Object.entries(lists ?? {}).map(([suffix, columns]) => ({ kind, name: `${table}_${suffix}`, columns }));
  return [...named('UNIQUE INDEX', unique), ...named('INDEX', indexes)];
}

function indexSql(table: string, { kind, name, columns }: IndexDefinition, quote: Quote): string {
  return `CREATE ${kind} ${quote(name)} ON ${quote(table)} ${listOf(columns, quote)}`;
}

function listOf(names: readonly string[], quote: Quote): string {
  return `(${names.map(quote).join(', ')})`;
}

function quoteOf(runner: QueryRunner): Quote {
  return isMysql(runner) ? quoteMysql : quoteSqlite;
}

/** Rows that a table begins with. */
export async function insertFirst(
  runner: QueryRunner,
  table: string,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    const ending = isMysql(runner) ? `ON DUPLICATE KEY UPDATE ${names[0]} = ${table}.${names[0]}` : 'ON CONFLICT DO NOTHING';
    await runner.query(
      `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) ${ending}`,
      Object.values(row),
    );
  }
}

/** Conditions on OLD. */
interface Refused {
  readonly update?: string;
  readonly delete?: string;
}

/** Append-only by triggers that refuse every UPDATE and DELETE, or those where a condition holds. */
export async function forbidChanges(runner: QueryRunner, table: string, refused: Refused = {}): Promise<void> {
  const message = `${table} is append-only`;
  await forbid(runner, { table, event: 'UPDATE', condition: refused.update ?? '1 = 1', message });
  await forbid(runner, { table, event: 'DELETE', condition: refused.delete ?? '1 = 1', message });
}

/** A condition of a trigger: one of the columns, none of which is nullable, changes. */
export function differ(columns: readonly string[]): string {
  return columns.map((name) => `NEW.${name} <> OLD.${name}`).join(' OR ');
}

interface Refusal {
  readonly table: string;
  readonly event: 'UPDATE' | 'DELETE';
  /** On OLD and NEW. */
  readonly condition: string;
  readonly message: string;
}

/** A trigger that refuses rows for which the condition holds; none on an engine without triggers, where grants are the guard. */
export async function forbid(runner: QueryRunner, { table, event, condition, message }: Refusal): Promise<void> {
  if (!hasTriggers(runner.dataSource)) return;
  const trigger = `${table}_no_${event.toLowerCase()}`;
  const head = `CREATE TRIGGER ${trigger} BEFORE ${event} ON ${table} FOR EACH ROW`;
  await runner.query(`DROP TRIGGER IF EXISTS ${trigger}`);
  await runner.query(
    isMysql(runner)
      ? `${head} IF ${condition} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'; END IF`
      : `${head} WHEN ${condition} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
  );
}

export function isMysql(runner: QueryRunner): boolean {
  return runner.dataSource.options.type !== 'better-sqlite3';
}
