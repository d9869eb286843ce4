const FAILURES = 5;
const WITHIN_MS = 60_000;
const LASTS_MS = 300_000;

/** @param failedAt the last failures in a row, unix ms, oldest first */
export function afterFailure(failedAt: readonly number[], now: number): number[] {
  return [...failedAt, now].slice(-FAILURES);
}

export function isOut(failedAt: readonly number[], now: number): boolean {
  const [first, last] = [failedAt[0], failedAt.at(-1)];
  if (failedAt.length < FAILURES || first === undefined || last === undefined) return false;
  return last - first < WITHIN_MS && now - last < LASTS_MS;
}
