/**
 * Money inside the service: a whole number of kobo (1 Naira = 100 kobo), a safe integer.
 * Naira exist only at the wire; sums never use fractions.
 */
export type Kobo = number & { readonly __unit: 'kobo' };

/** The largest amount of one wire field: one trillion Naira, within the safe integers. */
const MAX_KOBO = 100_000_000_000_000;

/** Asserts that `value` is a whole, safe number of kobo. @throws RangeError, because a wrong amount must not be rounded */
export function kobo(value: number): Kobo {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of kobo: ${value}`);
  return value as Kobo;
}

/** Whole Naira as kobo, for constants: `naira(50)` is 5,000 kobo. */
export function naira(whole: number): Kobo {
  return kobo(whole * 100);
}

export const ZERO_KOBO = kobo(0);

const DECIMAL = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?$/;

/**
 * Reads a wire amount (JSON number in Naira with at most two decimals, or the same as a decimal string) as kobo.
 * Returns undefined for anything else: negative, zero, NaN, 1e400, three decimals, booleans, arrays.
 */
export function parseNaira(value: unknown): Kobo | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = DECIMAL.exec(String(value).trim());
  if (!match) return undefined;
  const amount = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return amount > 0 && amount <= MAX_KOBO ? kobo(amount) : undefined;
}

/** A JSON number in Naira. Exact: a safe integer divided by 100 is the double nearest to that decimal. */
export function toNaira(amount: Kobo): number {
  return amount / 100;
}

/** A decimal string with two decimals: `-1234` is `-12.34`. */
export function toDecimal(amount: Kobo): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For people: `500000` is `5,000.00 Naira`. */
export function formatNaira(amount: Kobo): string {
  return `${toDecimal(amount).replace(/\B(?=(\d{3})+(?=\.))/g, ',')} Naira`;
}
