/** The time, so that a test can hold it still. */
export abstract class Clock {
  /** Unix milliseconds. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}

/** Unix seconds of a time in milliseconds. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** West Africa Time is UTC+1 all year; days, weeks and months of the service are counted in it. */
const LAGOS_OFFSET_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** The number of the day in Africa/Lagos; two moments with the same number are of the same day. */
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
