const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the first questions about an undecided purchase. */
const FIRST_DELAYS_MS: readonly number[] = [10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];

/**
 * How long to wait before the provider is asked again: a handful of short pauses, then every 15 minutes up to
 * the age of 2 hours, then hourly up to 24 hours. Undefined: no more, people take over.
 *
 * @param queries how often it was asked so far
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
