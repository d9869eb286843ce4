import { describe, expect, it } from 'vitest';
import { lagosMidnight } from '../../kernel/lagos-time.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { ListInput, type ListPage, pageOrWhole } from './list-input.js';
import type { ListKeys } from './list-keys.js';
import { RowsAsFile, type WholeList } from './rows-as-file.js';

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly amountKobo: number;
  readonly createdAt: number;
}

const DAY = '2026-11-20';
const START = lagosMidnight(DAY);
const KEYS: ListKeys<Entry> = {
  sorts: { recorded: ({ createdAt }) => createdAt, amount: ({ amountKobo }) => amountKobo, name: ({ name }) => name },
  sums: { amount: ({ amountKobo }) => amountKobo },
};

/** Newest first, one a second, from the given number of seconds after midnight down. */
function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, place) => {
    const id = count - place;
    return { id, name: id % 2 === 0 ? 'Ọlá' : 'Bayo', amountKobo: (id % 3) * 100, createdAt: START + id * 1_000 };
  });
}

class Source {
  readonly requests: PageRequest[] = [];

  constructor(private readonly all: readonly Entry[]) {}

  readonly list = (request: PageRequest): Promise<Page<Entry>> => {
    this.requests.push(request);
    return readPage(request, (before, limit) =>
      Promise.resolve(this.all.filter(({ createdAt }) => before === undefined || createdAt < before).slice(0, limit)),
    );
  };
}

function ask(source: Source, given: Partial<ListInput>, keys = KEYS): Promise<ListPage<Entry> | WholeList<Entry>> {
  const input = Object.assign(new ListInput(), { pnum: 2, format: 'json' }, given);
  return pageOrWhole(input, keys, source.list);
}

const idsOf = ({ items }: Page<Entry>) => items.map(({ id }) => id);

describe('a page of a list', () => {
  it('is read as it is asked for, once, where neither an order nor totals are', async () => {
    const source = new Source(entries(5));
    const page = await ask(source, { page: START + 4_000 });
    expect([idsOf(page), page.next, Object.keys(page)]).toEqual([[3, 2], START + 2_000, ['items', 'next']]);
    expect(source.requests).toEqual([{ before: START + 4_000, size: 2 }]);
  });

  it('has the greatest first, equal ones newest first, and goes on after so many rows', async () => {
    const source = new Source(entries(6));
    const first = await ask(source, { sort: 'amount' });
    expect([idsOf(first), first.next]).toEqual([[5, 2], 2]);
    const second = await ask(source, { sort: 'amount', page: 2 });
    expect([idsOf(second), second.next]).toEqual([[4, 1], 4]);
    const last = await ask(source, { sort: 'amount', page: 4 });
    expect([idsOf(last), last.next]).toEqual([[6, 3], undefined]);
    expect(idsOf(await ask(source, { sort: 'amount', page: 6 }))).toEqual([]);
  });

  it('has the least first, equal ones newest first all the same', async () => {
    expect(idsOf(await ask(new Source(entries(6)), { sort: 'amount', order: 'asc', pnum: 6 }))).toEqual([6, 3, 4, 1, 5, 2]);
  });

  it('has words as a dictionary has them', async () => {
    const names = entries(3).map((entry, place) => ({ ...entry, name: ['Zainab', 'ámina', 'Bayo'][place]! }));
    const { items } = await ask(new Source(names), { sort: 'name', order: 'asc', pnum: 3 });
    expect(items.map(({ name }) => name)).toEqual(['ámina', 'Bayo', 'Zainab']);
  });

  it('has the oldest first where an order is given without a field', async () => {
    expect(idsOf(await ask(new Source(entries(4)), { order: 'asc', pnum: 4 }))).toEqual([1, 2, 3, 4]);
    const source = new Source(entries(4));
    expect(idsOf(await ask(source, { order: 'desc', pnum: 4 }))).toEqual([4, 3, 2, 1]);
    expect(source.requests).toHaveLength(1);
  });

  it('is sorted within the days', async () => {
    const source = new Source([
      ...entries(4).map((entry) => ({ ...entry, createdAt: entry.createdAt + 86_400_000 })),
      ...entries(3),
    ]);
    const page = await ask(source, { sort: 'amount', from: DAY, to: DAY, pnum: 9 });
    expect([idsOf(page), page]).toMatchObject([[2, 1, 3], { totals: { count: 3, sumsKobo: { amount: 300 }, more: false } }]);
  });
});

describe('totals of a list', () => {
  it('are of all that is filtered, whatever page is asked for', async () => {
    const source = new Source(entries(7));
    const page = await ask(source, { totals: true, page: START + 3_000 });
    expect([idsOf(page), page]).toMatchObject([[2, 1], { totals: { count: 7, sumsKobo: { amount: 700 }, more: false } }]);
  });

  it('come with every sorted page', async () => {
    const page = await ask(new Source(entries(7)), { sort: 'name', page: 6 });
    expect(page).toMatchObject({ totals: { count: 7, more: false } });
  });

  it('say that there are more than the newest 5,000, which alone are summed and sorted', async () => {
    const source = new Source(entries(5_001).map((entry) => ({ ...entry, amountKobo: entry.id === 1 ? 1_000_000 : entry.id })));
    const page = await ask(source, { sort: 'amount', pnum: 1 });
    expect([idsOf(page), page]).toMatchObject([[5_001], { totals: { count: 5_000, more: true } }]);
    const last = await ask(source, { sort: 'amount', pnum: 1, page: 4_999 });
    expect([idsOf(last), last.next]).toEqual([[2], undefined]);
    const { totals } = (await ask(new Source(entries(5_000)), { totals: true })) as ListPage<Entry>;
    expect(totals).toMatchObject({ count: 5_000, more: false });
  });
});

describe('a file of a list', () => {
  it('has the rows in the order that is asked for', async () => {
    const file = await ask(new Source(entries(6)), { sort: 'amount', format: 'csv' });
    expect([idsOf(file), 'isFile' in file]).toEqual([[5, 2, 4, 1, 6, 3], true]);
    expect(idsOf(await ask(new Source(entries(3)), { format: 'csv' }))).toEqual([3, 2, 1]);
  });

  it('is refused where it would leave rows out', async () => {
    const { items } = await ask(new Source(entries(5_000)), { format: 'csv' });
    expect(items).toHaveLength(5_000);
    for (const order of [{}, { sort: 'amount' }])
      await expect(ask(new Source(entries(5_001)), { ...order, format: 'csv' })).rejects.toThrow('choose fewer days');
  });

  it('says yes and no in words', () => {
    const file = new RowsAsFile('ratings', [{ helpful: true }, { helpful: false }]).made((rows) => rows);
    expect(Buffer.from(file.content, 'base64').toString().trim().split('\n')).toEqual(['helpful', 'true', 'false']);
  });

  it('have times that people can read, and digits of other fields as they are', () => {
    const times = { recorded: '1795943700000', ax_expire: '1795943700', created_at: '2026-11-29T09:15:00.000Z', settled: '' };
    const file = new RowsAsFile('list', [{ ...times, reference: '1795943700000' }]).made((rows) => rows);
    const [, line] = Buffer.from(file.content, 'base64').toString().split('\n');
    expect(line).toBe('2026-11-29 10:15:00,2026-11-29 10:15:00,2026-11-29 10:15:00,,1795943700000');
  });
});

describe('what does not fit together', () => {
  it.each([
    ['a time of a sorted list', { sort: 'amount', page: START }, 'page'],
    ['a number of rows of another', { page: 25 }, 'page'],
    ['a field of another list of the operation', { sort: 'bank' }, 'sort'],
  ])('is refused: %s', async (_, given, field) => {
    await expect(ask(new Source(entries(3)), given)).rejects.toMatchObject({ field, fault: 'invalid' });
  });

  it('is refused: an order of a list without one', async () => {
    await expect(ask(new Source(entries(3)), { order: 'asc' }, { sorts: {} })).rejects.toMatchObject({ field: 'order' });
  });
});
