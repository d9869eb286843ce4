import { InvalidArgumentError } from 'commander';
import { lagosDate, lagosTime } from '../kernel/clock.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/;
const DAY_MS = 86_400_000;
const LAGOS = '+01:00';

export const TIME_HELP = 'as 2026-11-20T14:30:00+01:00; without a zone in Lagos time; a date alone is its midnight';

/** Reads an ISO time as unix ms. */
export function parseTime(text: string): number {
  if (DATE.test(text)) return dayOf(text, `${text}T00:00:00${LAGOS}`);
  const [, date, time, zone] = TIME.exec(text) ?? [];
  if (!date || !time) throw new InvalidArgumentError(`Not a time: give it ${TIME_HELP}.`);
  return dayOf(date, `${date}T${time}${zone ?? LAGOS}`);
}

/** The end of a period as unix ms, exclusive: a date alone includes the whole day. */
export function parseEnd(text: string): number {
  return DATE.test(text) ? parseTime(text) + DAY_MS : parseTime(text);
}

/** `2026-11-20 14:30:00` in Lagos. */
export function formatTime(ms: number): string {
  return `${lagosDate(ms)} ${lagosTime(ms)}`;
}

function dayOf(date: string, iso: string): number {
  const ms = Date.parse(iso);
  // `Date` turns the 30th of February into a day of March.
  const real = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== date)
    throw new InvalidArgumentError('There is no such time.');
  return ms;
}
