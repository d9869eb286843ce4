const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, … failed attempt; after the last there is none more. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/**
 * Milliseconds to wait after this many failed attempts, or undefined when it is given up.
 * @param random 0 to 1; spreads what failed together by a tenth either way
 */
export function retryPauseMs(failedAttempts: number, random: number): number | undefined {
  const pause = PAUSES_MS[failedAttempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (0.9 + 0.2 * random));
}
