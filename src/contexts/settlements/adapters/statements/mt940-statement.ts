import { kobo, type Kobo } from '../../../../kernel/money.js';
import type { ReadStatement, StatementLine } from '../../domain/bank-statement.js';

const TAG = /^:(\d{2}[A-Z]?):/;
const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,12}),(\d{0,2})$/;
/** Value date, entry date, side, funds code, amount, type of transaction, reference of the customer, reference of the bank. */
const ENTRY = /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])[A-Z]?(\d{1,12}),(\d{0,2})[A-Z][A-Z0-9]{3}([^\n]*)/;

/** SWIFT MT940. @throws RangeError that says what cannot be read */
export function readMt940Statement(text: string): ReadStatement {
  let openingKobo: Kobo | undefined;
  let closingKobo: Kobo | undefined;
  const lines: StatementLine[] = [];
  for (const { tag, value } of fieldsOf(text)) {
    if (tag === '60F' || tag === '60M') openingKobo ??= balanceOf(value);
    // The last page has the final one.
    else if (tag === '62F' || tag === '62M') closingKobo = balanceOf(value);
    else if (tag === '61') lines.push(entryOf(value));
    else if (tag === '86') {
      const last = lines.pop();
      if (last) lines.push({ ...last, description: value.replaceAll(/\s*\n\s*/g, ' ').trim() });
    }
  }
  return { openingKobo, closingKobo, lines };
}

function fieldsOf(text: string): { tag: string; value: string }[] {
  const fields: { tag: string; value: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const tag = TAG.exec(line)?.[1];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, value: line.slice(tag.length + 2) });
    else if (last && !/^-|^\{/.test(line)) last.value += `\n${line}`;
  }
  return fields;
}

function balanceOf(value: string): Kobo {
  const [, side, currency, whole = '', cents = ''] = BALANCE.exec(value.trim()) ?? [];
  if (side === undefined) throw new RangeError(`"${value.slice(0, 40)}" is no balance`);
  if (currency !== 'NGN') throw new RangeError(`it is in ${currency}, not in NGN`);
  return signed(side === 'D', whole, cents);
}

function entryOf(value: string): StatementLine {
  const [, year, month, day, side, whole = '', cents = '', rest = ''] = ENTRY.exec(value) ?? [];
  if (side === undefined) throw new RangeError(`"${value.slice(0, 40)}" is no line of a statement`);
  const [customer = '', bank = ''] = rest.split('//');
  const reference = customer === '' || customer === 'NONREF' ? bank.trim() : customer.trim();
  // A reversal of a credit goes out.
  const isOut = side === 'D' || side === 'RC';
  return { day: `20${year}-${month}-${day}`, amountKobo: signed(isOut, whole, cents), reference, description: '' };
}

function signed(isOut: boolean, whole: string, cents: string): Kobo {
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  return kobo(isOut ? 0 - amount : amount);
}
