import type { Database } from '../../../../platform/database/database.js';

/** Find options that lock the row for the rest of the unit of work. The embedded database has one connection: whoever is in a unit has it alone. */
export function rowLock({ dialect }: Database): { lock?: { mode: 'pessimistic_write' } } {
  return dialect === 'mysql' ? { lock: { mode: 'pessimistic_write' } } : {};
}
