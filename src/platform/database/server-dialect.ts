import type { DataSource } from 'typeorm';

/** The part of MySQL that the server has; `tidb` is that of TiDB 6.5 and later. */
export type ServerDialect = 'mysql' | 'tidb';

interface Dialects {
  readonly dialect: 'mysql' | 'sqlite';
  readonly serverDialect: ServerDialect;
}

/** A part of the options of a data source. */
export interface DialectOption {
  readonly serverDialect: ServerDialect;
}

export function serverDialectOf(dataSource: DataSource): ServerDialect {
  return (dataSource.options as Partial<DialectOption>).serverDialect ?? 'mysql';
}

/** @param version as `SELECT VERSION()` says it: `8.0.11-TiDB-v8.5.0` */
export function isTidb(version: string): boolean {
  return /-TiDB-/i.test(version);
}

export function hasTriggers(dataSource: DataSource): boolean {
  return serverDialectOf(dataSource) !== 'tidb';
}

/** Locks the row until the end of the unit of work. On SQLite a unit of work holds the only connection. */
export function rowLock({ dialect }: Pick<Dialects, 'dialect'>): { lock?: { mode: 'pessimistic_write' } } {
  return dialect === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}

/**
 * Ends a SELECT of rows that a process claims. On a server that cannot pass over locked rows, processes that claim at the same
 * moment wait for each other, and then see the remaining rows.
 */
export function claimLock({ dialect, serverDialect }: Dialects): '' | 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED' {
  if (dialect === 'sqlite') return '';
  return serverDialect === 'tidb' ? 'FOR UPDATE' : 'FOR UPDATE SKIP LOCKED';
}
