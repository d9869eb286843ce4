const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FIRST_DELAYS_MS: readonly number[] = [10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];

/** Several short delays, then 15 minutes up to an age of 2 hours, then hourly up to 24 hours; undefined: staff take over. */
export function nextQueryDelayMs(
  queries: number,
  ageMs: number,
  firstDelaysMs: readonly number[] = FIRST_DELAYS_MS,
): number | undefined {
  const first = firstDelaysMs[queries];
  if (first !== undefined) return first;
  if (ageMs < 2 * HOUR) return 15 * MINUTE;
  if (ageMs < 24 * HOUR) return HOUR;
  return undefined;
}
