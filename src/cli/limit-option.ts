import { InvalidArgumentError } from 'commander';

/** What a list shows at most, however much is asked for: it is read into memory. */
export const MAX_LIMIT = 10_000;

/** Reads `--limit`. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT)
    throw new InvalidArgumentError(`Not a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}
