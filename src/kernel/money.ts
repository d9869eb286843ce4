/** Whole kobo (1 Naira = 100 kobo) as a safe integer; Naira exist only on the wire. */
export type Kobo = number & { readonly __unit: 'kobo' };

/** One trillion Naira. */
const MAX_KOBO = 100_000_000_000_000;

/** @throws RangeError unless `value` is a whole, safe number of kobo */
export function kobo(value: number): Kobo {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of kobo: ${value}`);
  return value as Kobo;
}

export function naira(whole: number): Kobo {
  return kobo(whole * 100);
}

export const ZERO_KOBO = kobo(0);

/** Sum over several accounts, which may be more than a safe integer. */
export function sumKobo(amounts: Iterable<number | bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return sum;
}

const DECIMAL = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?$/;

/** A positive wire amount (Naira with at most two decimals, number or decimal string) as kobo; undefined for anything else. */
export function parseNaira(value: unknown): Kobo | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = DECIMAL.exec(String(value).trim());
  if (!match) return undefined;
  const amount = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return amount > 0 && amount <= MAX_KOBO ? kobo(amount) : undefined;
}

/** Exact: a safe integer divided by 100 is the double nearest to that decimal. A larger sum is rounded to a double. */
export function toNaira(amount: Kobo | bigint): number {
  return Number(amount) / 100;
}

/** `-1234` is `-12.34`. */
export function toDecimal(amount: Kobo | bigint): string {
  const digits = String(amount).replace('-', '').padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `500000` is `5,000.00 Naira`. */
export function formatNaira(amount: Kobo | bigint): string {
  return `${grouped(toDecimal(amount))} Naira`;
}

/** `500000` is `₦5,000.00`. */
export function formatAmount(amount: Kobo | bigint): string {
  return `${amount < 0 ? '-' : ''}₦${grouped(toDecimal(amount).replace('-', ''))}`;
}

function grouped(decimal: string): string {
  return decimal.replace(/\B(?=(\d{3})+(?=\.))/g, ',');
}
