import type { Database } from './database.js';

/** Locks the row until the end of the unit of work. On SQLite a unit of work holds the only connection. */
export function rowLock({ dialect }: Database): { lock?: { mode: 'pessimistic_write' } } {
  return dialect === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}

/**
 * Ends a SELECT of rows that a process claims. On a server that cannot pass over locked rows, processes that claim at the same
 * moment wait for each other, and then see the remaining rows.
 */
export function claimLock({ dialect, serverDialect }: Database): '' | 'FOR UPDATE' | 'FOR UPDATE SKIP LOCKED' {
  if (dialect === 'sqlite') return '';
  return serverDialect === 'tidb' ? 'FOR UPDATE' : 'FOR UPDATE SKIP LOCKED';
}
