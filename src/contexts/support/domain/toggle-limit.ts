const MAX_TOGGLES = 10;
const WINDOW_MS = 60_000;

/** The user's toggles of the last minute (unix ms) with one more; undefined beyond the limit. */
export function withToggle(earlier: readonly number[], now: number): number[] | undefined {
  const recent = earlier.filter((time) => time > now - WINDOW_MS);
  return recent.length < MAX_TOGGLES ? [...recent, now] : undefined;
}

export function retryAfterSeconds(earlier: readonly number[], now: number): number {
  const oldest = earlier.filter((time) => time > now - WINDOW_MS).at(-MAX_TOGGLES) ?? now;
  return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
}
