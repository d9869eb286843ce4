/** Newest first. `next` is the `recorded` to ask for; undefined on the last page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: number | undefined;
}

/** Items recorded before `before` (exclusive); undefined for the first page. None is older than `from`, where it is given. */
export interface PageRequest {
  readonly before: number | undefined;
  readonly from?: number;
  readonly size: number;
}

export interface Timestamped {
  readonly createdAt: number;
}

/** Bounds a group of items of one millisecond, and so the memory of a page. */
export const LARGEST_GROUP = 1_000;

/**
 * Reads one page of a list keyed by `recorded`. Items of one millisecond are never split: a group that does not fit is left to
 * the next page, or served whole. @param read at most `limit` items recorded before `before`, newest first
 */
export async function readPage<T extends Timestamped>(
  request: PageRequest,
  read: (before: number | undefined, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const page = await readWhole(request, read);
  const { from } = request;
  if (from === undefined) return page;
  const items = page.items.filter(({ createdAt }) => createdAt >= from);
  const isLast = items.length < page.items.length || (page.next !== undefined && page.next <= from);
  return { items, next: isLast ? undefined : page.next };
}

async function readWhole<T extends Timestamped>(
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

export async function* readAll<T>(list: (page: PageRequest) => Promise<Page<T>>, size = 200): AsyncGenerator<T> {
  let before: number | undefined;
  do {
    const page = await list({ before, size });
    yield* page.items;
    before = page.next;
  } while (before !== undefined);
}
