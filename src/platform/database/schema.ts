import { type QueryRunner, Table, TableCheck, type TableColumnOptions, TableIndex } from 'typeorm';
import { ID_LENGTH } from './columns.js';
import { hasTriggers } from './server-dialect.js';

type Options = Partial<TableColumnOptions>;

/** Column helpers for migrations, named like the decorators in columns.ts. */
export const column = {
  id: (name = 'id', options: Options = {}): TableColumnOptions => ({
    name,
    type: 'varchar',
    length: String(ID_LENGTH),
    ...options,
  }),
  text: (name: string, length = 255, options: Options = {}): TableColumnOptions => ({
    name,
    type: 'varchar',
    length: String(length),
    ...options,
  }),
  longText: (name: string, options: Options = {}): TableColumnOptions => ({ name, type: 'text', ...options }),
  kobo: (name: string, options: Options = {}): TableColumnOptions => ({ name, type: 'bigint', ...options }),
  time: (name: string, options: Options = {}): TableColumnOptions => ({ name, type: 'bigint', ...options }),
  count: (name: string, options: Options = {}): TableColumnOptions => ({ name, type: 'bigint', ...options }),
  flag: (name: string, options: Options = {}): TableColumnOptions => ({ name, type: 'smallint', ...options }),
};

export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly TableColumnOptions[];
  readonly primaryKey: readonly string[];
  /** Indexes are named `<table>_<suffix>`, as in @Index. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  /** CHECK conditions by constraint suffix. */
  readonly checks?: Readonly<Record<string, string>>;
}

export async function createTable(runner: QueryRunner, definition: TableDefinition): Promise<void> {
  const { name } = definition;
  const checks = Object.entries(definition.checks ?? {}).map(
    ([suffix, expression]) => new TableCheck({ name: `${name}_${suffix}`, expression }),
  );
  const mysql = runner.dataSource.options.type !== 'better-sqlite3';
  await runner.createTable(
    new Table({
      name,
      columns: definition.columns.map((entry) => ({ ...entry, isPrimary: definition.primaryKey.includes(entry.name) })),
      checks: mysql ? [] : checks,
      indices: [...indexesOf(name, definition.unique ?? {}, true), ...indexesOf(name, definition.indexes ?? {}, false)],
    }),
  );
  // TypeORM omits checks on MySQL, although the server supports them.
  for (const check of mysql ? checks : [])
    await runner.query(`ALTER TABLE ${name} ADD CONSTRAINT ${check.name} CHECK (${check.expression})`);
}

function indexesOf(table: string, named: Readonly<Record<string, readonly string[]>>, isUnique: boolean): TableIndex[] {
  return Object.entries(named).map(
    ([suffix, columnNames]) => new TableIndex({ name: `${table}_${suffix}`, columnNames: [...columnNames], isUnique }),
  );
}

/** Append-only by triggers that refuse UPDATE and DELETE, except updates where `open` holds for the OLD row. */
export async function forbidChanges(runner: QueryRunner, table: string, open?: string): Promise<void> {
  for (const event of ['UPDATE', 'DELETE'] as const) {
    const condition = open && event === 'UPDATE' ? `NOT (${open})` : '1 = 1';
    await forbid(runner, { table, event, condition, message: `${table} is append-only` });
  }
}

/** Refuses new rows for which a condition on NEW holds. */
export async function forbidInserts(runner: QueryRunner, table: string, suffix: string, condition: string): Promise<void> {
  const message = `${table}: ${condition.replaceAll("'", '')} is refused`;
  await forbid(runner, { table, event: 'INSERT', condition, message, name: `${table}_${suffix}` });
}

interface Refusal {
  readonly table: string;
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE';
  /** On OLD and NEW. */
  readonly condition: string;
  readonly message: string;
  /** `<table>_no_<event>` unless given. */
  readonly name?: string;
}

/** A trigger that refuses rows for which the condition holds; none on an engine without triggers, where grants are the guard. */
export async function forbid(runner: QueryRunner, { table, event, condition, message, name }: Refusal): Promise<void> {
  if (!hasTriggers(runner.dataSource)) return;
  const mysql = runner.dataSource.options.type !== 'better-sqlite3';
  const head = `CREATE TRIGGER ${name ?? triggerOf(table, event)} BEFORE ${event} ON ${table} FOR EACH ROW`;
  await runner.query(
    mysql
      ? `${head} IF ${condition} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'; END IF`
      : `${head} WHEN ${condition} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
  );
}

export async function dropTrigger(runner: QueryRunner, name: string): Promise<void> {
  if (hasTriggers(runner.dataSource)) await runner.query(`DROP TRIGGER IF EXISTS ${name}`);
}

function triggerOf(table: string, event: string): string {
  return `${table}_no_${event.toLowerCase()}`;
}
