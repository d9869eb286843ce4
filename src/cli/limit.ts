import { InvalidArgumentError } from 'commander';

/** What a list shows at most, however much is asked for: it is read into memory. */
export const MOST = 10_000;

/** Reads `--limit`. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MOST) throw new InvalidArgumentError(`Not a whole number from 1 to ${MOST}.`);
  return limit;
}
