import { LARGEST_GROUP, type Page, type Timestamped } from '../../../../kernel/pagination.js';

/**
 * One page of a list, the oldest first, after that time; `next` is the last time of the page. Items of one millisecond are never split.
 * @param read at most `limit` items recorded after `after`, oldest first
 */
export async function readOldestPage<T extends Timestamped>(
  after: number | undefined,
  size: number,
  read: (after: number | undefined, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const items = await read(after, size + 1);
  if (items.length <= size) return { items, next: undefined };
  const cut = items[size]!.createdAt;
  const whole = items.filter(({ createdAt }) => createdAt < cut);
  if (whole.length > 0) return { items: whole, next: whole.at(-1)!.createdAt };
  const more = await read(after, LARGEST_GROUP + 1);
  const group = more.slice(0, LARGEST_GROUP).filter(({ createdAt }) => createdAt <= cut);
  return { items: group, next: group.length < more.length ? cut : undefined };
}
