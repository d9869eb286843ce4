import { parseLagosDate } from '../../kernel/lagos-time.js';
import type { IdentityRecord } from './identity-provider.js';
import { nameOfRecord } from './names.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ABSENT = /^(?:not available|nan(?:-nan)*|n\/a|null)?$/i;

/** A day in one of the three forms that providers write; undefined for anything else. */
export function dayOfRecord(value: unknown): string | undefined {
  const text = textOfRecord(value);
  const parts = /^(\d{1,2})[-/ ](\d{1,2}|[a-z]{3})[a-z]*[-/ ](\d{4})$/i.exec(text);
  const month = parts ? MONTHS.indexOf(parts[2]!.toLowerCase()) + 1 || Number(parts[2]) : 0;
  const day = parts ? `${parts[3]}-${String(month).padStart(2, '0')}-${parts[1]!.padStart(2, '0')}` : text;
  return parseLagosDate(day) === undefined ? undefined : day;
}

/** Empty for what a provider writes in the place of nothing. */
export function textOfRecord(value: unknown): string {
  const text = typeof value === 'string' ? value.trim().slice(0, 255) : '';
  return ABSENT.test(text) ? '' : text;
}

interface RecordTexts {
  readonly first: unknown;
  readonly middle?: unknown;
  readonly last: unknown;
  readonly birth: unknown;
  readonly nin?: unknown;
}

/** Undefined where it has not both names. */
export function recordOf({ first, middle, last, birth, nin }: RecordTexts): IdentityRecord | undefined {
  const [firstName, middleName, lastName] = [first, middle, last].map((name) => nameOfRecord(textOfRecord(name)));
  if (!firstName || !lastName) return undefined;
  const number = textOfRecord(nin);
  return {
    firstName,
    lastName,
    birth: dayOfRecord(birth),
    ...(middleName ? { middleName } : {}),
    ...(/^[0-9]{11}$/.test(number) ? { nin: number } : {}),
  };
}
