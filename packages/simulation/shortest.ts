import type { Schedule } from './schedule.js';

/**
 * The shortest part of a schedule that still fails: pieces are left out while it does, first halves, then smaller ones.
 * @param runs how often it may be tried
 */
export async function shortest(schedule: Schedule, fails: (part: Schedule) => Promise<boolean>, runs: number): Promise<Schedule> {
  let left = runs;
  let current = schedule;
  for (let size = Math.ceil(current.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < current.length && left > 0; left--) {
      const without = [...current.slice(0, from), ...current.slice(from + size)];
      if (await fails(without)) current = without;
      else from += size;
    }
  }
  return current;
}
