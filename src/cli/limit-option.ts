import { InvalidArgumentError } from 'commander';

/** A list is read into memory whole, so its length is bounded. */
export const MAX_LIMIT = 10_000;

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT)
    throw new InvalidArgumentError(`Not a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}
