import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from './clock.js';
import {
  addDays,
  formatLagosTime,
  lagosDate,
  lagosDay,
  lagosMidnight,
  lagosTime,
  parseLagosDate,
  parseLagosTime,
  weekday,
  pageWithin,
} from './lagos-time.js';
import { readPage } from './pagination.js';

const times = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2099, 11, 31) });

describe('Lagos time', () => {
  it('agrees with the time zone database', () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', dateStyle: 'short', timeStyle: 'medium' });
    fc.assert(
      fc.property(times, (ms) => {
        expect(`${lagosDate(ms)} ${lagosTime(ms)}`).toBe(format.format(ms));
      }),
    );
  });

  it('is written for people with its place', () => {
    expect(formatLagosTime(Date.parse('2026-11-20T23:05:59Z'))).toBe('21 Nov 2026, 00:05 (Lagos)');
  });

  it('begins a day at 23:00 UTC of the day before', () => {
    const midnight = Date.parse('2026-11-19T23:00:00Z');
    expect([lagosDate(midnight - 1), lagosDate(midnight)]).toEqual(['2026-11-19', '2026-11-20']);
    expect(lagosDay(midnight) - lagosDay(midnight - 1)).toBe(1);
    expect(lagosMidnight('2026-11-20')).toBe(midnight);
  });

  it('reads back every date that it writes', () => {
    fc.assert(
      fc.property(times, (ms) => {
        const midnight = parseLagosDate(lagosDate(ms))!;
        expect(ms - midnight).toBeGreaterThanOrEqual(0);
        expect(ms - midnight).toBeLessThan(DAY_MS);
        expect(weekday(lagosDate(ms))).toBe((new Date(lagosDate(ms)).getUTCDay() + 6) % 7);
      }),
    );
  });

  it.each(['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '', 'today'])(
    'parses no date from "%s"',
    (text) => {
      expect(parseLagosDate(text)).toBeUndefined();
      expect(parseLagosTime(`${text}T10:00:00Z`)).toBeUndefined();
      expect(() => lagosMidnight(text)).toThrow('is not a date');
    },
  );

  it.each(['0001-01-01', '1899-12-31', '2100-01-01', '9999-12-31'])('parses no date as far away as %s', (text) => {
    expect(parseLagosDate(text)).toBeUndefined();
    expect(parseLagosTime(`${text}T10:00:00Z`)).toBeUndefined();
  });

  it.each([
    ['2026-11-20T10:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20 10:00:05', '2026-11-20T09:00:05.000Z'],
    ['2026-11-20T10:00:05.25Z', '2026-11-20T10:00:05.250Z'],
    ['2024-02-29T10:00:00-02:30', '2024-02-29T12:30:00.000Z'],
  ])('parses %s', (text, iso) => {
    expect(new Date(parseLagosTime(text)!).toISOString()).toBe(iso);
  });

  it.each(['2026-11-20', '2026-11-20T25:00', '2026-11-20T10:61', '2026-11-20T10', '2026-11-20T10:00+1'])(
    'parses no time from "%s"',
    (text) => {
      expect(parseLagosTime(text)).toBeUndefined();
    },
  );

  it('counts days across the ends of months and years', () => {
    expect([addDays('2099-12-31', 1), addDays('2026-12-31', 1), addDays('2024-03-01', -1), addDays('2026-11-20', 0)]).toEqual([
      '2100-01-01',
      '2027-01-01',
      '2024-02-29',
      '2026-11-20',
    ]);
  });
});

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
