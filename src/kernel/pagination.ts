/** One page, newest first. `next` is the `recorded` to ask for, or undefined when nothing more remains. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: number | undefined;
}

/** Where a list goes on: items recorded before `before` (unix ms, exclusive); undefined is the first page. */
export interface PageRequest {
  readonly before: number | undefined;
  readonly size: number;
}

/** Everything that pages has the moment it was recorded, unix ms. */
export interface Timestamped {
  readonly createdAt: number;
}

/** A group of one millisecond that does not fit a page is read up to here, so that no page takes unbounded memory. */
export const LARGEST_GROUP = 1_000;

/**
 * Reads one page of a list that is keyed by `recorded` alone, losing and repeating nothing: items of one millisecond are
 * never split between pages, because the next page begins with the millisecond before. A group that does not fit is left
 * to the next page; where the whole page is one group, it is served whole.
 *
 * @param read  at most `limit` items recorded before `before`, newest first.
 */
export async function readPage<T extends Timestamped>(
  { before, size }: PageRequest,
  read: (before: number | undefined, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const items = await read(before, size + 1);
  if (items.length <= size) return { items, next: undefined };
  const cut = items[size]!.createdAt;
  const whole = items.filter((item) => item.createdAt > cut);
  if (whole.length > 0) return { items: whole, next: whole.at(-1)!.createdAt };
  const more = await read(before, LARGEST_GROUP + 1);
  const group = more.slice(0, LARGEST_GROUP).filter((item) => item.createdAt >= cut);
  return { items: group, next: group.length < more.length ? cut : undefined };
}
