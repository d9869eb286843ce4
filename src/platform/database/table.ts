import { getMetadataArgsStorage, type ValueTransformer } from 'typeorm';
import {
  type ColumnValue,
  COMMITTED_AT,
  type CounterIncrement,
  type RowInsert,
  type RowUpdate,
} from '../../kernel/row-changes.js';
import type { Database } from './database.js';
import { insertAll, insertNew } from './insert-new.js';

/** Values under the properties of a row class; those left out take the default of their column. */
export type RowValues<Row> = { readonly [Property in keyof Row]?: Row[Property] | typeof COMMITTED_AT };

type Property<Row> = keyof Row & string;

interface MappedColumn {
  readonly name: string;
  readonly transformer: ValueTransformer | undefined;
}

/** A table by its row class, whose decorators alone name the column of a property. */
export class Table<Row> {
  readonly name: string;
  private readonly mapped = new Map<string, MappedColumn>();

  constructor(row: new () => Row) {
    const storage = getMetadataArgsStorage();
    const name = storage.tables.find(({ target }) => target === row)?.name;
    if (name === undefined) throw new Error(`${row.name} has no @Entity with a name`);
    this.name = name;
    for (const { target, propertyName, options } of storage.columns) {
      if (target !== row) continue;
      this.mapped.set(propertyName, {
        name: options.name ?? propertyName,
        transformer: options.transformer as ValueTransformer | undefined,
      });
    }
  }

  insert(values: RowValues<Row>): RowInsert {
    return { table: this.name, values: this.stored(values) };
  }

  /** @param key the first property identifies the row, the others are conditions */
  update(key: RowValues<Row>, set: RowValues<Row>): RowUpdate {
    return { table: this.name, key: this.stored(key), set: this.stored(set) };
  }

  increment(key: RowValues<Row>, add: RowValues<Row>): CounterIncrement {
    return { table: this.name, key: this.stored(key), add: this.stored(add) };
  }

  /** In the caller's unit of work; rows with an existing unique key are skipped. */
  insertNew(database: Database, rows: readonly RowValues<Row>[]): Promise<void> {
    return insertNew(database, this.name, ...this.columnsAndValues(rows));
  }

  /** In the caller's unit of work; fails where a row has an existing unique key. */
  insertAll(database: Database, rows: readonly RowValues<Row>[]): Promise<void> {
    return insertAll(database, this.name, ...this.columnsAndValues(rows));
  }

  columns(...properties: readonly Property<Row>[]): string[] {
    return properties.map((property) => this.column(property).name);
  }

  selection(...properties: readonly Property<Row>[]): string {
    return properties.map((property) => `${this.column(property).name} AS ${property}`).join(', ');
  }

  /** All rows have the same properties. */
  private columnsAndValues(rows: readonly RowValues<Row>[]): [string[], ColumnValue[][]] {
    const stored = rows.map((row) => this.stored<ColumnValue>(row));
    return [Object.keys(stored[0] ?? {}), stored.map(Object.values<ColumnValue>)];
  }

  /** Values by column, as the database stores them. */
  private stored<Value>(values: RowValues<Row>): Record<string, Value> {
    const stored: Record<string, unknown> = {};
    for (const [property, value] of Object.entries<unknown>(values)) {
      const { name, transformer } = this.column(property);
      stored[name] = value === COMMITTED_AT || !transformer ? value : (transformer.to(value) as unknown);
    }
    return stored as Record<string, Value>;
  }

  private column(property: string): MappedColumn {
    const column = this.mapped.get(property);
    if (!column) throw new Error(`${this.name} has no column for ${property}`);
    return column;
  }
}

export function tableOf<Row>(row: new () => Row): Table<Row> {
  return new Table(row);
}

export function tablesOf(...rows: readonly (new () => object)[]): string[] {
  return rows.map((row) => tableOf(row).name);
}
