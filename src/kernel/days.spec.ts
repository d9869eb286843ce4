import { describe, expect, it } from 'vitest';
import { DAY_MS } from './clock.js';
import { pageWithin } from './days.js';
import { lagosMidnight } from './lagos-time.js';
import { readPage } from './pagination.js';

const NOON = lagosMidnight('2026-11-20') + DAY_MS / 2;

describe('a page within days', () => {
  /** One item at noon of each of forty days, the newest of 20 November. */
  const items = Array.from({ length: 40 }, (_, ago) => ({ createdAt: NOON - ago * DAY_MS }));
  const read = (days: object, page?: number, size = 5) =>
    readPage(pageWithin(days, page, size), (before = Infinity, limit) =>
      Promise.resolve(items.filter(({ createdAt }) => createdAt < before).slice(0, limit)),
    );
  const ago = (at: number) => Math.round((NOON - at) / DAY_MS);

  it('has the first and the last of them, and no more', async () => {
    const days = { from: '2026-11-08', to: '2026-11-15' };
    const first = await read(days);
    expect(first.items.map(({ createdAt }) => ago(createdAt))).toEqual([5, 6, 7, 8, 9]);
    const second = await read(days, first.next);
    expect(second.items.map(({ createdAt }) => ago(createdAt))).toEqual([10, 11, 12]);
    expect(second.next).toBeUndefined();
  });

  it('ends where the page ends with the first day', async () => {
    const days = { from: '2026-11-11', to: '2026-11-15' };
    expect(await read(days)).toMatchObject({ items: [{}, {}, {}, {}, {}] });
    const { next } = await read(days);
    const following = next === undefined ? [] : (await read(days, next)).items;
    expect(following).toEqual([]);
  });

  it('is open where no day is given', async () => {
    expect((await read({})).items[0]).toEqual(items[0]);
    expect((await read({ from: '2026-11-20' })).items).toEqual([items[0]]);
    expect((await read({ to: '2026-11-10' }, undefined, 1)).items).toEqual([items[10]]);
    expect((await read({ from: '2026-11-21', to: '2026-11-21' })).items).toEqual([]);
  });
});
