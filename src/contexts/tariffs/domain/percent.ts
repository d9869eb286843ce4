import { type Kobo, kobo } from '../../../kernel/money.js';

const PERCENT = /^(0|[1-9][0-9]{0,2})(?:\.([0-9]{1,4}))?$/;
const WHOLE = 1_000_000;

/** A percentage with at most four decimals, from 0 to 100, in millionths of the whole; undefined for anything else. */
export function parsePercent(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = PERCENT.exec(String(value).trim());
  if (!match) return undefined;
  const millionths = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  return millionths <= WHOLE ? millionths : undefined;
}

/** `75000` is `7.5`. */
export function percentText(millionths: number): string {
  const digits = String(millionths).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}

/** Exact, rounded half up to the kobo. */
export function partOf(amountKobo: Kobo, millionths: number): Kobo {
  return kobo(Number((BigInt(amountKobo) * BigInt(millionths) + BigInt(WHOLE / 2)) / BigInt(WHOLE)));
}
