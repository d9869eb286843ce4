const CONFIRMATIONS = 3;

/**
 * Whether a provider has said of a reference that it does not know it so often, and at such times, that staff have to ask.
 * @param times of these answers, unix milliseconds. @param spacingMs those sooner after one that counts do not count
 */
export function isConfirmedNotFound(times: readonly number[], spacingMs: number): boolean {
  let counted = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const time of [...times].sort((one, other) => one - other)) {
    if (time - last < spacingMs) continue;
    counted++;
    last = time;
  }
  return counted >= CONFIRMATIONS;
}
