import { kobo, type Kobo } from '../../../kernel/money.js';
import { parseLagosDate } from '../../../kernel/lagos-time.js';

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/;
const NAMED = /^(\d{1,2})[/ -]([A-Za-z]{3})[A-Za-z]*[/ ,-]+(\d{4}|\d{2})\b/;
const ISO = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/;

/** A day as banks write it, the day before the month: `05/10/2026`, `5-Oct-2026`, `2026-10-05`. */
export function parseStatementDay(text: string): string | undefined {
  const iso = ISO.exec(text)?.[0] ?? ofParts(NUMERIC.exec(text), (month) => Number(month)) ?? ofParts(NAMED.exec(text), numberOf);
  return iso !== undefined && parseLagosDate(iso) !== undefined ? iso : undefined;
}

function ofParts(found: RegExpExecArray | null, monthOf: (text: string) => number): string | undefined {
  const [, day, month, year] = found ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const digits = (value: number | string) => String(value).padStart(2, '0');
  return `${year.length === 2 ? `20${year}` : year}-${digits(monthOf(month))}-${digits(day)}`;
}

function numberOf(month: string): number {
  return MONTHS.indexOf(month.toUpperCase()) + 1;
}

/** Naira with at most two decimals; in brackets, with a minus or with DR it is below zero. Empty text and dashes are zero. */
export function parseStatementAmount(text: string): Kobo | undefined {
  const bare = text.replaceAll(/[\s,]|₦|NGN/gi, '');
  if (/^-*$/.test(bare)) return kobo(0);
  const [, minus = '', bracket = '', whole = '', , cents = '', closing = '', side = ''] =
    /^(-?)(\(?)(?:N(?=\d))?(\d{1,13})(\.(\d{0,2}))?(\)?)(DR|CR|-)?$/i.exec(bare) ?? [];
  if (whole === '' || (bracket === '') !== (closing === '')) return undefined;
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  const signs = [minus, bracket, side.toUpperCase() === 'CR' ? '' : side].filter((sign) => sign !== '').length;
  return signs > 1 ? undefined : kobo(signs === 1 ? 0 - amount : amount);
}
