import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.js';
import type { PageRequest } from './pagination.js';

/** Africa/Lagos is UTC+1 all year. A date is `YYYY-MM-DD`. */
const OFFSET_MS = HOUR_MS;
const OFFSET = '+01:00';
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Years that are accepted from outside; days around them can still be counted. */
const GIVEN_YEARS = /^(?:19|20)/;
const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/;

/** Days since 1970-01-01. */
export function lagosDay(ms: number): number {
  return Math.floor((ms + OFFSET_MS) / DAY_MS);
}

export function lagosDate(ms: number): string {
  return dateOfDay(lagosDay(ms));
}

export function lagosTime(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(11, 19);
}

const LAGOS_TEXT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Lagos' });

let formatted = { minute: Number.NaN, text: '' };

/** `22 Nov 2026, 10:31 (Lagos)`, for people. */
export function formatLagosTime(ms: number): string {
  const minute = Math.floor(ms / MINUTE_MS);
  // Most times that are shown are of the present minute.
  if (minute !== formatted.minute) formatted = { minute, text: `${LAGOS_TEXT.format(ms).replace(' at ', ', ')} (Lagos)` };
  return formatted.text;
}

/** The midnight that begins a date; undefined for an invalid date, and for one before 1900 or after 2099. */
export function parseLagosDate(text: string): number | undefined {
  return GIVEN_YEARS.test(text) ? midnightOf(text) : undefined;
}

function midnightOf(text: string): number | undefined {
  if (!DATE.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00${OFFSET}`);
  // Date.parse takes 30 February for 2 March.
  return !Number.isNaN(ms) && lagosDate(ms) === text ? ms : undefined;
}

/** An ISO 8601 date and time, of Lagos where no zone is given; undefined where it is invalid. */
export function parseLagosTime(text: string): number | undefined {
  const [, date, time, zone = OFFSET] = TIME.exec(text) ?? [];
  if (date === undefined || time === undefined || parseLagosDate(date) === undefined) return undefined;
  const ms = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}

export function lagosMidnight(date: string): number {
  const ms = midnightOf(date);
  if (ms === undefined) throw new Error(`${date} is not a date`);
  return ms;
}

/** `days` may be negative. */
export function addDays(date: string, days: number): string {
  return lagosDate(lagosMidnight(date) + days * DAY_MS);
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(date: string): number {
  // 1970-01-01 was a Thursday.
  return (((lagosDay(lagosMidnight(date)) + 3) % 7) + 7) % 7;
}

function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Days in Lagos, both included; without one of them it is open there. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @param page unix ms, exclusive; undefined for the first page */
export function pageWithin({ from, to }: Days, page: number | undefined, size: number): PageRequest {
  const end = to === undefined ? Infinity : lagosMidnight(addDays(to, 1));
  const before = Math.min(end, page ?? Infinity);
  return {
    before: before === Infinity ? undefined : before,
    size,
    ...(from === undefined ? {} : { from: lagosMidnight(from) }),
  };
}
