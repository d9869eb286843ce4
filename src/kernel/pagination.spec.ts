import { describe, expect, it } from 'vitest';
import { LARGEST_GROUP, readPage, type Timestamped } from './pagination.js';

interface Item extends Timestamped {
  readonly id: number;
}

/** Makes so many items in each millisecond, newest first. */
function listOf(...groups: number[]): Item[] {
  let id = 0;
  return groups.flatMap((size, index) => Array.from({ length: size }, () => ({ id: id++, createdAt: 5_000 - index })));
}

async function walk(list: readonly Item[], size: number): Promise<{ pages: Item[][]; mostRead: number }> {
  const pages: Item[][] = [];
  let mostRead = 0;
  let before: number | undefined;
  do {
    const page = await readPage({ before, size }, (end, limit) => {
      const found = list.filter(({ createdAt }) => end === undefined || createdAt < end).slice(0, limit);
      mostRead = Math.max(mostRead, found.length);
      return Promise.resolve(found);
    });
    pages.push([...page.items]);
    before = page.next;
  } while (before !== undefined);
  return { pages, mostRead };
}

describe('readPage', () => {
  it.each([[[]], [[1, 3, 20, 1, 14, 15, 2, 16, 1, 7]], [[15]], [[16]], [[40, 1]], [[15, 15]], [[1, 15, 30, 15]]])(
    'loses and repeats nothing where milliseconds hold %j items',
    async (groups) => {
      const list = listOf(...groups);
      const { pages } = await walk(list, 15);
      expect(pages.flat()).toEqual(list);
      const long = pages.filter((page) => page.length > 15);
      expect(long.filter((page) => new Set(page.map(({ createdAt }) => createdAt)).size > 1)).toEqual([]);
    },
  );

  it('reads no more than its bound of a millisecond, and goes on after it', async () => {
    const { pages, mostRead } = await walk(listOf(2, 5 * LARGEST_GROUP, 3), 15);
    expect(mostRead).toBe(LARGEST_GROUP + 1);
    expect(pages.map((page) => page.length)).toEqual([2, LARGEST_GROUP, 3]);
  });
});
