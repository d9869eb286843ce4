/** The current time; tests replace it. */
export abstract class Clock {
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** West Africa Time is UTC+1 all year; the service counts days, weeks and months in it. */
const LAGOS_OFFSET_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** Number of the day in Africa/Lagos since the epoch. */
export function lagosDay(ms: number): number {
  return Math.floor((ms + LAGOS_OFFSET_MS) / DAY_MS);
}

/** The date in Africa/Lagos, `YYYY-MM-DD`. */
export function lagosDate(ms: number): string {
  return new Date(ms + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
}

/** The time of day in Africa/Lagos, `HH:MM:SS`. */
export function lagosTime(ms: number): string {
  return new Date(ms + LAGOS_OFFSET_MS).toISOString().slice(11, 19);
}
