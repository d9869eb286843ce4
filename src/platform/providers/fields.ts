import { type Kobo, kobo, parseNaira } from '../../kernel/money.js';

/** A JSON object that a provider sent, before its fields are checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** Undefined for anything but a JSON object. */
export function parseFields(json: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function listOfFields(value: unknown): Fields[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.map(fieldsOf).filter((fields) => fields !== undefined);
}

/** Empty for a value that is no text, or has nothing readable in it. */
export function textOf(value: unknown, longest = 255): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, longest) : '';
}

/** A name of something at the provider, which is never cut or trimmed. Undefined where it cannot be one. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,99}$/.test(value) ? value : undefined;
}

/** Whole kobo, as number or text. */
export function wholeKobo(value: unknown): Kobo | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^[0-9]{1,15}$/.test(value))) return undefined;
  const amount = Number(value);
  return Number.isSafeInteger(amount) && amount >= 0 ? kobo(amount) : undefined;
}

/** Naira with at most two decimals, as number or text. */
export function nairaAsKobo(value: unknown): Kobo | undefined {
  if (value === 0 || (typeof value === 'string' && /^0(\.0{1,2})?$/.test(value))) return kobo(0);
  return parseNaira(value);
}

/** Undefined where it is more than was paid, which cannot be. */
export function feeWithin(feeKobo: number | undefined, amountKobo: Kobo): Kobo | undefined {
  return feeKobo !== undefined && feeKobo >= 0 && feeKobo <= amountKobo ? kobo(feeKobo) : undefined;
}

/** The last four characters. */
export function maskedAccount(value: unknown): string {
  const account = textOf(value, 40);
  return account.length > 4 ? `${'*'.repeat(account.length - 4)}${account.slice(-4)}` : account.replace(/./g, '*');
}
