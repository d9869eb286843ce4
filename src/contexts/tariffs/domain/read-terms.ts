import { type Kobo, parseNaira, ZERO_KOBO } from '../../../kernel/money.js';

export type Entry = Readonly<Record<string, unknown>>;

/** What is not as it should be, after the place where it stands. */
export class TariffFault extends Error {}

/** @throws TariffFault naming what is none of the names */
export function requireKnown(entry: Entry, names: readonly string[], at: string): void {
  const unknown = Object.keys(entry).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TariffFault(`${at}.${unknown} is not known; there are ${names.join(', ')}`);
}

/** @throws TariffFault unless it is an object with no other names */
export function readObject(value: unknown, names: readonly string[], at: string, what: string): Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TariffFault(`${at || 'terms'} is not ${what}`);
  requireKnown(value as Entry, names, at);
  return value as Entry;
}

const ZERO = /^0(?:\.0{1,2})?$/;

/** Zero is an amount here. */
export function readNaira(value: unknown, at: string): Kobo {
  const isZero = (typeof value === 'number' || typeof value === 'string') && ZERO.test(String(value));
  const amount = isZero ? ZERO_KOBO : parseNaira(value);
  if (amount === undefined) throw new TariffFault(`${at} is not an amount in Naira`);
  return amount;
}

export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}
