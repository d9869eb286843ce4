import { InvalidArgumentError } from 'commander';
import { DAY_MS } from '../kernel/clock.js';
import { lagosDate, lagosTime, parseLagosDate, parseLagosTime } from '../kernel/lagos-time.js';

export const TIME_HELP = 'as 2026-11-20T14:30:00+01:00; without a zone in Lagos time; a date alone is its midnight';

/** Reads an ISO time as unix ms. */
export function parseTime(text: string): number {
  const ms = parseLagosDate(text) ?? parseLagosTime(text);
  if (ms === undefined) throw new InvalidArgumentError(`Not a time: give it ${TIME_HELP}.`);
  return ms;
}

/** The end of a period as unix ms, exclusive: a date alone includes the whole day. */
export function parseEnd(text: string): number {
  return parseTime(text) + (parseLagosDate(text) === undefined ? 0 : DAY_MS);
}

/** `2026-11-20 14:30:00` in Lagos. */
export function formatTime(ms: number): string {
  return `${lagosDate(ms)} ${lagosTime(ms)}`;
}

/** @throws InvalidArgumentError unless it is `YYYY-MM` */
export function parseMonth(text: string): string {
  if (!/^\d{4}-\d{2}$/.test(text) || parseLagosDate(`${text}-01`) === undefined)
    throw new InvalidArgumentError('Not a month: give it as 2026-11.');
  return text;
}

/** A day in Lagos. @throws InvalidArgumentError unless it is `YYYY-MM-DD` */
export function parseDay(text: string): string {
  if (parseLagosDate(text) === undefined) throw new InvalidArgumentError('Not a day: give it as 2026-11-20.');
  return text;
}

/** A list is read into memory whole, so its length is bounded. */
export const MAX_LIMIT = 10_000;

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT)
    throw new InvalidArgumentError(`Not a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}

/** How `findUser` finds a user, for the help texts. */
export const USER_HELP = 'e-mail address, user id or reference ID';
