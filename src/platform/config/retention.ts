import { DAY_MS } from '../../kernel/clock.js';

/** What is older than so many days is removed. @returns unix ms; undefined for 0 days: nothing is */
export function removedBefore(days: number, now: number): number | undefined {
  return days === 0 ? undefined : now - days * DAY_MS;
}
