/** A value that a database column takes. Booleans are stored as 0 and 1. */
export type ColumnValue = string | number | null | Uint8Array;

/** Stands for the time of the commit (unix ms) in the columns of a command; the ledger fills it in. */
export const COMMITTED_AT = Symbol('committedAt');

export type RowValue = ColumnValue | typeof COMMITTED_AT;

/** A row that is inserted with a command. Adapters make it, so that table and column names stay with them. */
export interface RowInsert {
  readonly table: string;
  readonly values: Readonly<Record<string, RowValue>>;
}

/**
 * Columns that are set in the row whose `key` columns match. The first key column identifies the row, the others are
 * conditions: where no row matches, the command is stale and nothing of it is written.
 */
export interface RowUpdate {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly set: Readonly<Record<string, RowValue>>;
}

/**
 * Adds to the columns of a counter row, which is created if missing (its other columns have defaults); increments of one batch
 * are summed first.
 */
export interface CounterIncrement {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly add: Readonly<Record<string, number>>;
}
