import { addDays, lagosMidnight } from '../../../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import { parseAmount } from '../../../../kernel/written-values.js';
import type { ReadStatement, StatementLine } from '../../statements.js';

const TAG = /^:(\d{2}[A-Z]?):(.*)$/;
const BALANCE = /^([CD])\d{6}([A-Z]{3})([\d,.]+)$/;
/** Value date, entry date, side, funds code, amount, type of transaction, references of the customer and of the bank, supplementary details. */
const ENTRY =
  /^(\d{2})(\d{2})(\d{2})(?:0000| {4}|(\d{2})(\d{2}))?(R?[CD])[A-Z]?([\d,.]+)[A-Z][A-Z0-9]{3}((?:(?!\/\/).)*)(?:\/\/(.*))?(?:\n([^]*))?$/i;

interface Field {
  readonly tag: string;
  readonly line: number;
  value: string;
}

interface Message {
  account: string;
  openingKobo: Kobo | undefined;
  closingKobo: Kobo | undefined;
  lines: StatementLine[];
}

export function isMt940(text: string): boolean {
  return /^:20:/m.test(text) && /^:(25|60[FM]|61):/m.test(text);
}

/** SWIFT MT940, of each account in the file. @throws RangeError that names the unreadable part */
export function readMt940Statements(text: string): ReadStatement[] {
  const messages: Message[] = [];
  let before = '';
  for (const field of fieldsOf(text)) {
    const { tag } = field;
    if (tag === '20') messages.push({ account: '', openingKobo: undefined, closingKobo: undefined, lines: [] });
    const message = messages.at(-1);
    if (message) addField(message, field, before);
    // Details may go on in another field of this kind.
    if (!(tag === '86' && before === '61')) before = tag;
  }
  const accounts = [...new Set(messages.map(({ account }) => account))];
  return accounts.map((account) => {
    const own = messages.filter((message) => message.account === account);
    return {
      accounts: account === '' ? [] : [account],
      openingKobo: own[0]!.openingKobo,
      // The last page has the final one.
      closingKobo: own.at(-1)!.closingKobo,
      lines: own.flatMap(({ lines }) => lines),
    };
  });
}

function addField(message: Message, field: Field, before: string): void {
  const { tag, value } = field;
  if (tag.startsWith('25')) message.account = value.split('\n')[0]!.trim();
  else if (/^60[FM]/.test(tag)) message.openingKobo ??= balanceOf(field);
  else if (/^62[FM]/.test(tag)) message.closingKobo = balanceOf(field);
  else if (tag === '61') message.lines.push(entryOf(field));
  else if (tag === '86' && before === '61') {
    const last = message.lines.pop()!;
    message.lines.push({ ...last, description: inOneLine(`${last.description}\n${value}`) });
  }
}

/** Text before the first message and between two messages belongs to the network. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let isOpen = false;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, value = ''] = TAG.exec(line.replace(/^\{1:.*\{4:(?=:)/, '')) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) {
      fields.push({ tag, value, line: index + 1 });
      isOpen = true;
    } else if (
      /^-?\}|^\{\d:/.test(line) ||
      (/^-\s*$/.test(line) && fields.findLast((field) => /^(20|62)/.test(field.tag))?.tag !== '20')
    )
      isOpen = false;
    else if (last && isOpen) last.value += `\n${line}`;
  }
  return fields;
}

function balanceOf({ value, line }: Field): Kobo {
  const [, side, currency, amount = ''] = BALANCE.exec(value.trim()) ?? [];
  if (side === undefined) throw new RangeError(`line ${line}: "${value.slice(0, 40)}" is no balance`);
  if (currency !== 'NGN') throw new RangeError(`line ${line}: it is in ${currency}, not in NGN`);
  return signed(side === 'D', amount, line);
}

function entryOf({ value, line }: Field): StatementLine {
  const [
    ,
    year = '',
    month = '',
    day = '',
    entryMonth,
    entryDay = '',
    side = '',
    amount = '',
    customer = '',
    bank = '',
    details = '',
  ] = ENTRY.exec(value) ?? [];
  if (side === '') throw new RangeError(`line ${line}: "${value.slice(0, 40)}" is no line of a statement`);
  const valued = dayOf(2000 + Number(year), month, day, line);
  const booked = entryMonth === undefined ? valued : nearest(valued, entryMonth, entryDay, line);
  const [own, theirs] = [customer, bank].map((each) => (/^NONREF$/i.test(each.trim()) ? '' : each.trim()));
  return {
    day: booked,
    // A reversal goes the other way.
    amountKobo: signed(/^(D|RC)$/i.test(side), amount, line),
    reference: own || theirs || '',
    bankReference: theirs || undefined,
    description: inOneLine(details),
  };
}

/** Banks count interest by months of 30 days, so there is a 30 February: it is the last day. */
function dayOf(year: number, month: string, day: string, line: number): string {
  const number = Number(month);
  if (number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31)
    throw new RangeError(`line ${line}: month ${month}, day ${day} is no date`);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  const last = addDays(next, -1);
  const named = `${year}-${month}-${day}`;
  return named < last ? named : last;
}

/** An entry date has no year. */
function nearest(valued: string, month: string, day: string, line: number): string {
  const year = Number(valued.slice(0, 4));
  const distance = (date: string) => Math.abs(lagosMidnight(date) - lagosMidnight(valued));
  return [year - 1, year, year + 1]
    .map((each) => dayOf(each, month, day, line))
    .reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** A comma without decimals is allowed, and padding. */
function signed(isOut: boolean, amount: string, line: number): Kobo {
  const amountKobo = parseAmount(amount.replace('.', ','), { decimal: ',' });
  if (amountKobo === undefined) throw new RangeError(`line ${line}: "${amount.slice(0, 40)}" is no amount in Naira`);
  return isOut ? kobo(0 - amountKobo) : amountKobo;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
