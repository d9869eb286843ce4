import { describe, expect, it } from 'vitest';
import { parseEnd, parseTime, formatTime } from './options.js';

describe('time options', () => {
  it.each([
    ['2026-11-20T14:30:00Z', '2026-11-20T14:30:00.000Z'],
    ['2026-11-20T14:30:00.5+02:00', '2026-11-20T12:30:00.500Z'],
    // Lagos is an hour ahead of UTC.
    ['2026-11-20T14:30', '2026-11-20T13:30:00.000Z'],
    ['2026-11-20 14:30:15', '2026-11-20T13:30:15.000Z'],
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['2028-02-29', '2028-02-28T23:00:00.000Z'],
  ])('parseTime reads %s as %s', (text, iso) => expect(new Date(parseTime(text)).toISOString()).toBe(iso));

  it.each(['', 'now', '20-11-2026', '2026-13-01', '2026-02-30', '2026-11-20T25:00', '2026-11-20T14:30 GMT', '1790000000000'])(
    'parseTime refuses %j',
    (text) => expect(() => parseTime(text)).toThrow(/time/),
  );

  it('parseEnd includes the whole day of a date, and takes a time as it is', () => {
    expect(parseEnd('2026-11-20')).toBe(parseTime('2026-11-21'));
    expect(parseEnd('2026-11-20T14:30')).toBe(parseTime('2026-11-20T14:30'));
  });

  it('formatTime shows what parseTime reads', () => {
    expect(formatTime(parseTime('2026-11-20 14:30:15'))).toBe('2026-11-20 14:30:15');
  });
});
