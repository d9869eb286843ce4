import { DOMParser, type Element } from '@xmldom/xmldom';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import { parseAmount, parseTime } from '../../../../kernel/written-values.js';
import type { ReadStatement, StatementLine } from '../../statements.js';

/** ISO 20022 camt.053, of each account in the file. @throws RangeError that names the unreadable part */
export function readCamtStatements(text: string): ReadStatement[] {
  const statements = all(parsed(text), 'Stmt');
  if (statements.length === 0) throw new RangeError('it has no Stmt: it is no camt.053');
  const accountOf = (statement: Element) => {
    const id = child(child(statement, 'Acct'), 'Id');
    return textOf(id, 'IBAN') || textOf(child(id, 'Othr'), 'Id');
  };
  return [...new Set(statements.map(accountOf))].map((account) => {
    const own = statements.filter((statement) => accountOf(statement) === account);
    const balance = (codes: readonly string[]) => (statement: Element) =>
      codes.flatMap((code) => children(statement, 'Bal').filter((each) => textOf(each, 'Cd') === code)).map(amountOf);
    return {
      accounts: account === '' ? [] : [account],
      openingKobo: own.flatMap(balance(['OPBD', 'PRCD']))[0],
      closingKobo: own.flatMap(balance(['CLBD'])).at(-1),
      lines: own.flatMap((statement) => children(statement, 'Ntry').filter(isBooked).map(lineOf)),
    };
  });
}

function parsed(text: string): Element {
  try {
    const fail = (_: string, message: string) => {
      throw new RangeError(message);
    };
    const root = new DOMParser({ onError: fail }).parseFromString(text, 'text/xml').documentElement;
    if (root) return root;
  } catch (error) {
    throw new RangeError(`it is no XML, or its end is missing: ${(error as Error).message.split('\n')[0]!.slice(0, 100)}`);
  }
  throw new RangeError('it is no XML');
}

function lineOf(entry: Element): StatementLine {
  const booked = child(entry, 'BookgDt') ?? child(entry, 'ValDt');
  const day = parseTime(booked ? content(booked) : '')?.day;
  if (day === undefined) throw new RangeError(`${placeOf(booked ?? entry)}: an Ntry has no BookgDt that is a day`);
  const end = textOf(entry, 'EndToEndId');
  const bankReference = textOf(entry, 'AcctSvcrRef');
  const reference = bankReference || (end === 'NOTPROVIDED' ? '' : end) || textOf(entry, 'NtryRef');
  const description = [textOf(entry, 'AddtlNtryInf'), ...all(entry, 'Ustrd').map(content)].filter(Boolean).join(' ');
  return { day, amountKobo: amountOf(entry), reference, bankReference: bankReference || undefined, description };
}

/** The schema allows five decimals and zeros before the number. */
function amountOf(element: Element): Kobo {
  const amount = child(element, 'Amt');
  const currency = amount?.getAttribute('Ccy');
  if (!amount || currency !== 'NGN')
    throw new RangeError(`${placeOf(amount ?? element)}: an amount is in ${currency ?? 'no currency'}, not in NGN`);
  const plain = content(amount)
    .replace(/^\+/, '')
    .replace(/^\./, '0.')
    .replace(/(\.\d{2})0{1,3}$/, '$1');
  const amountKobo = /^[\d.]+$/.test(plain) ? parseAmount(plain) : undefined;
  if (amountKobo === undefined)
    throw new RangeError(`${placeOf(amount)}: Amt "${content(amount).slice(0, 40)}" is no amount in Naira`);
  return textOf(element, 'CdtDbtInd') === 'DBIT' ? kobo(0 - amountKobo) : amountKobo;
}

/** Others are announced (PDNG, FUTR) or told (INFO). `Sts` was a code once, and has one inside since version 8. */
function isBooked(entry: Element): boolean {
  const status = child(entry, 'Sts');
  return !status || content(status) === 'BOOK';
}

function placeOf({ lineNumber, columnNumber }: Element): string {
  return `line ${lineNumber}, column ${columnNumber}`;
}

function children(element: Element | undefined, name: string): Element[] {
  return element ? all(element, name).filter(({ parentNode }) => parentNode === element) : [];
}

function child(element: Element | undefined, name: string): Element | undefined {
  return children(element, name)[0];
}

function all(element: Element, name: string): Element[] {
  return [...element.getElementsByTagNameNS('*', name)];
}

function textOf(element: Element | undefined, name: string): string {
  const [found] = element ? all(element, name) : [];
  return found ? content(found) : '';
}

function content(element: Element): string {
  return (element.textContent ?? '').trim();
}
