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

/**
 * Reads one page of a list that is keyed by `recorded` alone, losing and repeating nothing: items of one
 * millisecond are never split between pages. A group that does not fit is left to the next page; where the
 * whole page is one group, it is served whole.
 *
 * @param read  at most `limit` items recorded before `before`, newest first.
 * @param readMoment  all items of one millisecond, newest first; called only when a group fills a page.
 */
export async function readPage<T extends Timestamped>(
  request: PageRequest,
  read: (before: number | undefined, limit: number) => Promise<T[]>,
  readMoment: (createdAt: number) => Promise<T[]>,
): Promise<Page<T>> {
  const rows = await read(request.before, request.size + 1);
  if (rows.length <= request.size) return { items: rows, next: undefined };
  const cut = rows[request.size]!.createdAt;
  const whole = rows.filter((row) => row.createdAt > cut);
  if (whole.length > 0) return { items: whole, next: whole.at(-1)!.createdAt };
  const group = await readMoment(cut);
  const rest = await read(cut, 1);
  return { items: group, next: rest.length > 0 ? cut : undefined };
}
