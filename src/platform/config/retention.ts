import { DAY_MS } from '../../kernel/clock.js';

/** Records older than so many days are removed. @returns unix ms; undefined for 0 days, which removes nothing */
export function removedBefore(days: number, now: number): number | undefined {
  return days === 0 ? undefined : now - days * DAY_MS;
}
