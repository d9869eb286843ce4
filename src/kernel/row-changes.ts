/** Booleans are stored as 0 and 1. */
export type ColumnValue = string | number | null | Uint8Array;

/** Placeholder for the time of the commit, which the ledger fills in. */
export const COMMITTED_AT = Symbol('committedAt');

export type RowValue = ColumnValue | typeof COMMITTED_AT;

export interface RowInsert {
  readonly table: string;
  readonly values: Readonly<Record<string, RowValue>>;
}

/** The first key column identifies the row, the others are conditions: without a match the command is stale and writes nothing. */
export interface RowUpdate {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly set: Readonly<Record<string, RowValue>>;
}

/** Adds to columns of a counter row, which is created if missing; increments of one batch are summed. */
export interface CounterIncrement {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly add: Readonly<Record<string, number>>;
}
