import { DOMParser, type Element } from '@xmldom/xmldom';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import type { ReadStatement, StatementLine } from '../../domain/bank-statement.js';
import { parseStatementAmount, parseStatementDay } from '../../domain/statement-values.js';

/** ISO 20022 camt.053. @throws RangeError that says what cannot be read */
export function readCamtStatement(text: string): ReadStatement {
  const root = parsed(text);
  const statements = all(root, 'Stmt');
  if (statements.length === 0) throw new RangeError('it has no Stmt: it is no camt.053');
  const balances = statements.flatMap((statement) => all(statement, 'Bal'));
  const balance = (...codes: string[]) => balances.filter((each) => codes.includes(textOf(each, 'Cd'))).map(amountOf);
  return {
    openingKobo: balance('OPBD', 'PRCD')[0],
    closingKobo: balance('CLBD').at(-1),
    lines: statements
      .flatMap((statement) => all(statement, 'Ntry'))
      .filter((entry) => !isPending(entry))
      .map(lineOf),
  };
}

function parsed(text: string): Element {
  const fail = (_: string, message: string) => {
    throw new RangeError(`it is no XML: ${message.slice(0, 100)}`);
  };
  const root = new DOMParser({ onError: fail }).parseFromString(text, 'text/xml').documentElement;
  if (!root) throw new RangeError('it is no XML');
  return root;
}

function lineOf(entry: Element): StatementLine {
  const booked = all(entry, 'BookgDt')[0] ?? all(entry, 'ValDt')[0];
  const day = parseStatementDay(booked?.textContent?.trim() ?? '');
  if (day === undefined) throw new RangeError('an Ntry has no BookgDt');
  const end = textOf(entry, 'EndToEndId');
  const reference = textOf(entry, 'AcctSvcrRef') || (end === 'NOTPROVIDED' ? '' : end) || textOf(entry, 'NtryRef');
  const description = [textOf(entry, 'AddtlNtryInf'), ...all(entry, 'Ustrd').map(content)].filter(Boolean).join(' ');
  return { day, amountKobo: amountOf(entry), reference, description };
}

/** An entry repeats its amount in its details, behind it. */
function amountOf(element: Element): Kobo {
  const amount = all(element, 'Amt')[0];
  const currency = amount?.getAttribute('Ccy');
  if (currency !== 'NGN') throw new RangeError(`an amount is in ${currency ?? 'no currency'}, not in NGN`);
  const amountKobo = parseStatementAmount(content(amount!));
  if (amountKobo === undefined) throw new RangeError(`"${content(amount!).slice(0, 40)}" is no amount in Naira`);
  const isOut = textOf(element, 'CdtDbtInd') === 'DBIT';
  return isOut ? kobo(0 - amountKobo) : amountKobo;
}

/** Whether it is not booked yet: `Sts` was a code once, and has one inside since version 8. */
function isPending(entry: Element): boolean {
  return textOf(entry, 'Sts') === 'PDNG';
}

function all(element: Element, name: string): Element[] {
  return [...element.getElementsByTagNameNS('*', name)];
}

function textOf(element: Element, name: string): string {
  const [found] = all(element, name);
  return found ? content(found) : '';
}

function content(element: Element): string {
  return (element.textContent ?? '').trim();
}
