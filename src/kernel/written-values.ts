/** Amounts, times and references as banks and providers write them into files. */
import { lagosDate, parseLagosTime } from './lagos-time.js';
import { kobo, type Kobo } from './money.js';

export interface AmountForm {
  /** Before the kobo; the other of both stands between thousands. */
  readonly decimal?: '.' | ',';
  readonly unit?: 'kobo' | 'naira';
}

const SIGNED = /^(-?)(\(?)(-?)(.*?)(\)?)(?:(DR?)|(CR?)|(-))?$/i;

/** An amount in brackets, with a minus or with DR is below zero. Empty text and dashes are zero. Undefined if it is no amount. */
export function parseAmount(text: string, { decimal = '.', unit = 'naira' }: AmountForm = {}): Kobo | undefined {
  const bare = text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll(/[\u2212\u2013\u2014]/g, '-')
    .replaceAll(/NGN|=N=|₦|N(?= ?\d)/gi, '')
    .trim();
  if (/^-*$/.test(bare)) return kobo(0);
  const [, minus = '', open = '', inner = '', digits = '', close = '', debit = '', , trailing = ''] =
    SIGNED.exec(bare.replaceAll(/^([-+(]) +| +(?=[-)]$|[CD]R?$)/gi, '$1').replace(/^\+/, '')) ?? [];
  const signs = [minus, open, inner, debit, trailing].filter((sign) => sign !== '').length;
  const found = parseDigits(digits.trim(), decimal, unit);
  if (found === undefined || signs > 1 || (open === '') !== (close === '')) return undefined;
  return kobo(signs === 1 ? 0 - found : found);
}

/** Separators only before groups of three. Three decimals may be thousands, so they are refused; zeros behind the kobo are not. */
function parseDigits(digits: string, decimal: '.' | ',', unit: 'kobo' | 'naira'): Kobo | undefined {
  const thousands = decimal === '.' ? ',' : '.';
  const [whole = '', part = '', ...more] = digits.split(decimal);
  const isWhole = [thousands, ' '].some((each) => isGrouped(whole, each));
  const isPart = /^(\d{0,2}|\d\d00+)$/.test(part) || /^0+$/.test(whole + part);
  if (!isWhole || more.length > 0 || !isPart) return undefined;
  const [high, low] = [whole.replaceAll(/\D/g, ''), part.slice(0, 2).padEnd(2, '0')];
  if (high.replace(/^0+/, '').length > 13 || (unit === 'kobo' && low !== '00')) return undefined;
  return kobo(unit === 'kobo' ? Number(high) : Number(high) * 100 + Number(low));
}

function isGrouped(whole: string, separator: string): boolean {
  const [first = '', ...groups] = whole.split(separator);
  return groups.length === 0
    ? /^\d+$/.test(first)
    : /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** Whether `11/03/2026` is in March or in November. */
export type DayOrder = 'day first' | 'month first';

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})[/ .-]*([a-z]{3})[a-z]*[/ ,.-]+(\d{4}|\d{2})$/i;
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/;
const WRITTEN =
  /^(.*?\d)(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?: ?([AP])M)?)? ?(Z|UTC|WAT|(?<=[:T]\d\d.*)[+-]\d{2}:?\d{2}|(?<=^\d{4}-\d\d-\d\d)[+-]\d{2}:\d{2})?$/i;

export interface WrittenTime {
  /** Its day in Lagos, `YYYY-MM-DD`. */
  readonly day: string;
  readonly at: number;
}

/** Without a zone it is Lagos time; a date alone is its midnight there. Undefined where there is no such time. */
export function parseTime(text: string, order: DayOrder = 'day first'): WrittenTime | undefined {
  if (/^1\d{9}(\d{3})?$/.test(text)) return timeAt(Number(text.padEnd(13, '0')));
  const [, written = '', hour, minute = '00', second = '00', fraction = '', half, zone] = WRITTEN.exec(text) ?? [];
  const date = dateOf(written, order);
  if (date === undefined) return undefined;
  const hours = half === undefined ? Number(hour ?? 0) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const offset = hour === undefined || zone === undefined ? '' : offsetOf(zone);
  const at = parseLagosTime(`${date}T${digitsOf(hours)}:${minute}:${second}${fraction.slice(0, 4)}${offset}`);
  return at === undefined ? undefined : timeAt(at);
}

function timeAt(at: number): WrittenTime {
  return { day: lagosDate(at), at };
}

function dateOf(text: string, order: DayOrder): string | undefined {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  if (year !== '') return `${year}-${month}-${day}`;
  const [, first = '', second = '', ending = ''] = NUMERIC.exec(text) ?? NAMED.exec(text) ?? [];
  if (ending === '') return undefined;
  const named = MONTHS.indexOf(second.toUpperCase()) + 1;
  const isMonthFirst = order === 'month first' && /\d/.test(second);
  const monthOf = /\d/.test(second) ? (isMonthFirst ? first : second) : named;
  return `${ending.length === 2 ? `20${ending}` : ending}-${digitsOf(monthOf)}-${digitsOf(isMonthFirst ? second : first)}`;
}

function digitsOf(value: number | string): string {
  return String(value).padStart(2, '0');
}

function offsetOf(zone: string): string {
  if (/^WAT$/i.test(zone)) return '+01:00';
  return /^[ZU]/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
}

/**
 * The order that the file shows: by the first value above 12, else by which of both makes more days of its time. Otherwise the
 * day is first, as in Nigeria.
 * @param isOfFile whether a day is of the time that the file is of
 */
export function dayOrderOf(texts: readonly string[], isOfFile: (day: string) => boolean): DayOrder {
  const surplus = { first: 0, second: 0 };
  for (const text of texts) {
    const [, first = '', second = ''] = NUMERIC.exec(text.split(/[ ,T]/)[0]!) ?? [];
    if (first === '') continue;
    if (Number(first) > 12) return 'day first';
    if (Number(second) > 12) return 'month first';
    if (isOfFile(parseTime(text, 'day first')?.day ?? '')) surplus.first++;
    if (isOfFile(parseTime(text, 'month first')?.day ?? '')) surplus.second++;
  }
  return surplus.second > surplus.first ? 'month first' : 'day first';
}

/** Removes the quotes of spreadsheets. Undefined if a spreadsheet has made a rounded number of it. */
export function parseReference(text: string): string | undefined {
  const bare = text.replace(/^='?"?|^'|(?<=^=.*)"$/g, '').trim();
  return /^\d([.,]\d+)?E\+?\d{2,}$/i.test(bare) && /[.,+]/.test(bare) ? undefined : bare;
}

/** A map of columns: a JSON object of texts with known names. What it leaves out is as in `own`. Undefined where it is none. */
export function parseColumns<Columns extends object>(json: string, own: Columns): Columns | undefined {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const isKnown = Object.entries(given).every(([name, column]) => Object.hasOwn(own, name) && typeof column === 'string');
  return isKnown ? { ...own, ...given } : undefined;
}
