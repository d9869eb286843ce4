import { describe, expect, it } from 'vitest';
import { parseDateFilter } from './date-filter.js';

describe('parseDateFilter', () => {
  it.each([
    ['2026-11-20', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.001Z'],
    ['2026-11-20T10:00:00.5+01:00', '2026-11-20T09:00:00.500Z', '2026-11-20T09:00:00.501Z'],
    ['1790000000', '2026-09-21T14:13:20.000Z', '2026-09-21T14:13:21.000Z'],
    ['1790000000123', '2026-09-21T14:13:20.123Z', '2026-09-21T14:13:20.124Z'],
  ])('reads %s as %s until %s', (text, from, until) => {
    const moment = parseDateFilter(text)!;
    expect([new Date(moment.from).toISOString(), new Date(moment.until).toISOString()]).toEqual([from, until]);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20T25:00Z',
    '2026-02-30T10:00:00Z',
    '2026-11-20T10:00',
    '20261120',
    '1e12',
  ])('refuses %j', (text) => {
    expect(parseDateFilter(text)).toBeUndefined();
  });
});
