/** Days, weeks (from Monday) and months in Africa/Lagos, which is UTC+1 all year. A date is `YYYY-MM-DD`. */
export type Span = 'day' | 'week' | 'month';

export interface Period {
  readonly span: Span;
  readonly start: string;
}

const DAY_MS = 86_400_000;
const LAGOS_OFFSET_MS = 3_600_000;

/** The period of this span that contains a day. */
export function periodOf(span: Span, day: string): Period {
  if (span === 'day') return { span, start: day };
  if (span === 'month') return { span, start: `${day.slice(0, 7)}-01` };
  const sinceMonday = (new Date(utc(day)).getUTCDay() + 6) % 7;
  return { span, start: dateOf(utc(day) - sinceMonday * DAY_MS) };
}

/** The day, the week and the month that contain a day. */
export function periodsOf(day: string): Period[] {
  return [periodOf('day', day), periodOf('week', day), periodOf('month', day)];
}

export function previous({ span, start }: Period): Period {
  return periodOf(span, dateOf(utc(start) - DAY_MS));
}

/** This period and those before it, newest first. */
export function latest(period: Period, count: number): Period[] {
  const periods = [period];
  while (periods.length < count) periods.push(previous(periods.at(-1)!));
  return periods;
}

export function lastDay({ span, start }: Period): string {
  if (span === 'day') return start;
  if (span === 'week') return dateOf(utc(start) + 6 * DAY_MS);
  const [year, month] = start.split('-').map(Number) as [number, number];
  return dateOf(Date.UTC(year, month, 1) - DAY_MS);
}

/** Unix ms of the period's first midnight in Lagos. */
export function startMs({ start }: Period): number {
  return utc(start) - LAGOS_OFFSET_MS;
}

/** Unix ms of the next period's first midnight in Lagos. */
export function endMs(period: Period): number {
  return utc(lastDay(period)) + DAY_MS - LAGOS_OFFSET_MS;
}

function utc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
