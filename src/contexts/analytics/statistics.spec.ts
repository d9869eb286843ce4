import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lagosDate } from '../../kernel/lagos-time.js';
import { startMs, endMs, lastDay, latest, periodOf, periodsOf, previous, type Span } from './statistics.js';

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => lagosDate(date.getTime()));
const spans = fc.constantFrom<Span>('day', 'week', 'month');

describe('calendar periods', () => {
  it.each([
    ['2026-11-16', '2026-11-16', '2026-11-01'],
    ['2026-11-22', '2026-11-16', '2026-11-01'],
    ['2026-01-01', '2025-12-29', '2026-01-01'],
    ['2024-02-29', '2024-02-26', '2024-02-01'],
  ])('%s is in the week of %s and the month of %s', (day, week, month) => {
    expect(periodsOf(day)).toEqual([
      { span: 'day', start: day },
      { span: 'week', start: week },
      { span: 'month', start: month },
    ]);
  });

  it('are contiguous and contain their days', () => {
    fc.assert(
      fc.property(days, spans, (day, span) => {
        const period = periodOf(span, day);
        expect(period.start <= day && day <= lastDay(period)).toBe(true);
        expect(endMs(previous(period))).toBe(startMs(period));
        expect([startMs(period), endMs(period) - 1].map(lagosDate)).toEqual([period.start, lastDay(period)]);
        expect(periodOf(span, lastDay(period))).toEqual(period);
      }),
    );
  });

  it('latest counts back, newest first', () => {
    expect(latest({ span: 'month', start: '2026-02-01' }, 3).map(({ start }) => start)).toEqual([
      '2026-02-01',
      '2026-01-01',
      '2025-12-01',
    ]);
    expect(latest({ span: 'week', start: '2026-01-05' }, 2).map(({ start }) => start)).toEqual(['2026-01-05', '2025-12-29']);
  });
});
