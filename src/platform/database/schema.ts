/** Steps of migrations. Each can be repeated, because MySQL commits every statement that changes a schema by itself. */
import type { QueryRunner } from 'typeorm';
import { hasTriggers } from './server-dialect.js';
import type { Step } from './stepped-migration.js';
import {
  type ColumnDefinition,
  columnSql,
  type FrozenTable,
  type Indexed,
  indexesOf,
  indexSql,
  mysqlTable,
  type Quote,
  quoteMysql,
  quoteSqlite,
  sqliteTable,
  type TableDefinition,
  type Value,
} from './table-definition.js';

export { column, type Indexed, type TableDefinition } from './table-definition.js';

export function createTables(tables: readonly (TableDefinition | FrozenTable)[]): Step[] {
  return tables.map((table) => ({
    name: `create table ${table.name}`,
    run: async (runner) => {
      for (const statement of isMysql(runner) ? [mysqlTable(table)] : sqliteTable(table)) await runner.query(statement);
    },
  }));
}

export function dropTables(tables: readonly Pick<Indexed, 'name'>[]): Step[] {
  return tables.toReversed().map(({ name }) => ({
    name: `drop table ${name}`,
    run: (runner) => runner.query(`DROP TABLE IF EXISTS ${name}`),
  }));
}

/**
 * In SQL, because TypeORM would copy the table on SQLite and lose its triggers.
 * @throws Error for a column that the version before, which does not know it, could not leave out of its rows
 */
export function addColumns(table: string, columns: readonly ColumnDefinition[]): Step[] {
  return columns.map((each) => {
    if (!each.isNullable && each.default === undefined)
      throw new Error(`${table}.${each.name} must be nullable or have a default: the version before writes rows without it`);
    return {
      name: `add column ${table}.${each.name}`,
      run: async (runner) => {
        if (await runner.hasColumn(table, each.name)) return;
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${columnSql(each, quoteOf(runner))}`);
      },
    };
  });
}

export function dropColumns(table: string, names: readonly string[]): Step[] {
  return names.map((name) => ({
    name: `drop column ${table}.${name}`,
    run: async (runner) => {
      if (await runner.hasColumn(table, name)) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
    },
  }));
}

export function addIndexes(table: Indexed): Step[] {
  return indexesOf(table).map((index) => ({
    name: `add index ${index.name}`,
    run: async (runner) => {
      await runner.dropIndex(table.name, index.name, true);
      await runner.query(indexSql(table.name, index, quoteOf(runner)));
    },
  }));
}

export function dropIndexes(table: Indexed): Step[] {
  return indexesOf(table).map(({ name }) => ({
    name: `drop index ${name}`,
    run: (runner) => runner.dropIndex(table.name, name, true),
  }));
}

function quoteOf(runner: QueryRunner): Quote {
  return isMysql(runner) ? quoteMysql : quoteSqlite;
}

/** First rows of a table; an existing row stays unchanged. */
export function insertFirst(table: string, rows: readonly Readonly<Record<string, Value>>[]): Step[] {
  return rows.map((row) => ({
    name: `first row of ${table}`,
    run: async (runner) => {
      const names = Object.keys(row);
      const ending = isMysql(runner) ? `ON DUPLICATE KEY UPDATE ${names[0]} = ${table}.${names[0]}` : 'ON CONFLICT DO NOTHING';
      await runner.query(
        `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) ${ending}`,
        Object.values(row),
      );
    },
  }));
}

/** Condition on OLD; one that the engines write differently is made of the runner. */
type Condition = string | ((runner: QueryRunner) => string);

interface Refused {
  readonly update?: Condition;
  readonly delete?: Condition;
}

/** Append-only by triggers that refuse every UPDATE and DELETE, or those where a condition holds. */
export function forbidChanges(table: string, refused: Refused = {}): Step[] {
  const message = `${table} is append-only`;
  return [
    forbid({ table, event: 'UPDATE', condition: refused.update ?? '1 = 1', message }),
    forbid({ table, event: 'DELETE', condition: refused.delete ?? '1 = 1', message }),
  ];
}

/** A condition of a trigger: one of the columns, none of which is nullable, changes. */
export function differ(columns: readonly string[]): string {
  return columns.map((name) => `NEW.${name} <> OLD.${name}`).join(' OR ');
}

interface Refusal {
  readonly table: string;
  readonly event: 'UPDATE' | 'DELETE';
  /** On OLD and NEW. */
  readonly condition: Condition;
  readonly message: string;
}

/**
 * A trigger that refuses rows for which the condition holds. It replaces the one of its name without a moment without either.
 * There is none on an engine without triggers, where grants are the guard.
 */
export function forbid({ table, event, condition, message }: Refusal): Step {
  const trigger = `${table}_no_${event.toLowerCase()}`;
  const meanwhile = `${trigger}_meanwhile`;
  const create = (runner: QueryRunner, name: string) => {
    const head = `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} FOR EACH ROW`;
    const holds = typeof condition === 'string' ? condition : condition(runner);
    return runner.query(
      isMysql(runner)
        ? `${head} IF ${holds} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'; END IF`
        : `${head} WHEN ${holds} BEGIN SELECT RAISE(ABORT, '${message}'); END`,
    );
  };
  return {
    name: `trigger ${trigger}`,
    run: async (runner) => {
      if (!hasTriggers(runner.dataSource)) return;
      const there = await triggersOf(runner, table);
      if (there.has(trigger)) {
        if (!there.has(meanwhile)) await create(runner, meanwhile);
        there.add(meanwhile);
        await runner.query(`DROP TRIGGER ${trigger}`);
      }
      await create(runner, trigger);
      if (there.has(meanwhile)) await runner.query(`DROP TRIGGER ${meanwhile}`);
    },
  };
}

async function triggersOf(runner: QueryRunner, table: string): Promise<Set<string>> {
  const sql = isMysql(runner)
    ? 'SELECT trigger_name AS name FROM information_schema.triggers WHERE trigger_schema = DATABASE() AND event_object_table = ?'
    : "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?";
  return new Set(((await runner.query(sql, [table])) as { name: string }[]).map(({ name }) => name));
}

export function isMysql(runner: QueryRunner): boolean {
  return runner.dataSource.options.type !== 'better-sqlite3';
}
