const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first, second, … failed attempt; none after the last. */
const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Milliseconds until the next attempt after this many failed ones, or undefined for none. @param random 0 to 1; jitter of a tenth either way */
export function retryDelayMs(failedAttempts: number, random: number): number | undefined {
  const pause = RETRY_DELAYS_MS[failedAttempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (0.9 + 0.2 * random));
}
