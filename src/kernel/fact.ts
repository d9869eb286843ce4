/** A value that a database column takes. Booleans are stored as 0 and 1. */
export type ColumnValue = string | number | null | Uint8Array;

/** Stands for the moment of the commit (unix ms) in the columns of a fact; the ledger fills it in. */
export const RECORDED = Symbol('recorded');

export type FactValue = ColumnValue | typeof RECORDED;

/** A row that is inserted with a fact. Adapters make it, so that table and column names stay with them. */
export interface FactRecord {
  readonly table: string;
  readonly values: Readonly<Record<string, FactValue>>;
}

/** Columns that are set in the row whose `key` columns match. The row must exist. */
export interface FactChange {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly set: Readonly<Record<string, FactValue>>;
}

/** Numbers added to the row of a counter, made if it is not there (its other columns have defaults); many in one batch are added up first. */
export interface FactIncrement {
  readonly table: string;
  readonly key: Readonly<Record<string, string | number>>;
  readonly add: Readonly<Record<string, number>>;
}
