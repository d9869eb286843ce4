import type { Database } from './database.js';

/** Locks the row until the end of the unit of work. On SQLite a unit of work holds the only connection. */
export function rowLock({ dialect }: Database): { lock?: { mode: 'pessimistic_write' } } {
  return dialect === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}
