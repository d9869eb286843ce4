import { addDays, lagosMidnight, weekday } from '../../../kernel/lagos-time.js';

/** Weeks begin on Monday. */
export type Span = 'day' | 'week' | 'month';

export interface Period {
  readonly span: Span;
  /** The first day, `YYYY-MM-DD`. */
  readonly start: string;
}

export function periodOf(span: Span, day: string): Period {
  if (span === 'day') return { span, start: day };
  if (span === 'month') return { span, start: `${day.slice(0, 7)}-01` };
  return { span, start: addDays(day, -weekday(day)) };
}

export function periodsOf(day: string): Period[] {
  return [periodOf('day', day), periodOf('week', day), periodOf('month', day)];
}

export function previous({ span, start }: Period): Period {
  return periodOf(span, addDays(start, -1));
}

/** This period and those before it, newest first. */
export function latest(period: Period, count: number): Period[] {
  const periods = [period];
  while (periods.length < count) periods.push(previous(periods.at(-1)!));
  return periods;
}

export function lastDay({ span, start }: Period): string {
  if (span === 'day') return start;
  if (span === 'week') return addDays(start, 6);
  return addDays(nextMonth(start), -1);
}

/** Unix ms of the midnight with which a period begins. */
export function startMs({ start }: Period): number {
  return lagosMidnight(start);
}

/** Unix ms of the midnight with which the next period begins. */
export function endMs(period: Period): number {
  return lagosMidnight(addDays(lastDay(period), 1));
}

/** @param first the first day of a month; 31 days later is always in the next month */
function nextMonth(first: string): string {
  return periodOf('month', addDays(first, 31)).start;
}
