import type { DataSource } from 'typeorm';

/** The part of MySQL that the server has; `tidb` is that of TiDB 6.5 and later. */
export type ServerDialect = 'mysql' | 'tidb';

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
