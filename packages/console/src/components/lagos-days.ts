const LAGOS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' });
const DAY_MS = 86_400_000;

/** YYYY-MM-DD. */
export function todayInLagos(now = Date.now()): string {
  return LAGOS.format(now);
}

/** @param day YYYY-MM-DD */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Its Monday and its Sunday. */
export function weekAround(day: string): [string, string] {
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  return [monday, addDays(monday, 6)];
}

/** Its first and its last day. */
export function monthAround(day: string): [string, string] {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return [`${day.slice(0, 7)}-01`, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)];
}
