const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the first queries about a pending purchase. */
const FIRST_DELAYS_MS: readonly number[] = [10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];

/**
 * The pause before the next query: a handful of short ones, then every 15 minutes up to
 * the age of 2 hours, then hourly up to 24 hours. Undefined: no more queries, staff take over.
 *
 * @param queries how often it was queried so far
 * @param ageMs age of the purchase
 * @param firstDelaysMs for a provider that decides faster or slower than usual
 */
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
