const TOGGLES = 10;
const WINDOW_MS = 60_000;

/**
 * A user's toggles of the last minute (unix ms) with one more; undefined when there were too many already.
 */
export function withToggle(earlier: readonly number[], now: number): number[] | undefined {
  const recent = earlier.filter((time) => time > now - WINDOW_MS);
  return recent.length < TOGGLES ? [...recent, now] : undefined;
}

/** Seconds until the next toggle is allowed, after too many. */
export function secondsToWait(earlier: readonly number[], now: number): number {
  const oldest = earlier.filter((time) => time > now - WINDOW_MS).at(-TOGGLES) ?? now;
  return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
}
