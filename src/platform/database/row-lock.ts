import type { Database } from './database.js';

/**
 * Find options that lock the row until the end of the unit of work. SQLite needs none: a unit of work holds its only connection.
 */
export function rowLock({ dialect }: Database): { lock?: { mode: 'pessimistic_write' } } {
  return dialect === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}
