import { parse } from 'csv-parse/sync';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import type { ReadStatement, StatementLine } from '../../domain/bank-statement.js';
import { type StatementLayout, STATEMENT_COLUMNS } from '../../domain/statement-layout.js';
import { parseStatementAmount, parseStatementDay } from '../../domain/statement-values.js';

type Column = keyof StatementLayout;

/** Banks write names, numbers and balances above the table, and sums below it. @throws RangeError that says what cannot be read */
export function readCsvStatement(text: string, layout: StatementLayout): ReadStatement {
  const wanted = STATEMENT_COLUMNS.filter((column) => layout[column] !== '');
  const { records, head } = tableOf(text, (cells) =>
    wanted.every((column) => cells.some((cell) => isSame(cell, layout[column]))),
  );
  if (head === -1) throw new RangeError(`it has no line with the columns ${wanted.map((column) => layout[column]).join(', ')}`);
  const positions = new Map(wanted.map((column) => [column, records[head]!.findIndex((cell) => isSame(cell, layout[column]))]));
  const openingLabels = ['opening balance', 'balance b/f', 'balance brought forward', 'b/f'];
  const closingLabels = ['closing balance', 'balance c/f', 'balance carried forward'];
  let openingKobo = labelled(records.slice(0, head), openingLabels);
  let closingKobo = labelled(records.slice(0, head), closingLabels);
  const lines: StatementLine[] = [];
  for (const [index, cells] of records.slice(head + 1).entries()) {
    const record = (column: Column) => cells[positions.get(column) ?? -1] ?? '';
    if (hasLabel(cells, openingLabels)) openingKobo = amountOf(record('balance'), 'balance', index) ?? openingKobo;
    else if (hasLabel(cells, closingLabels)) closingKobo = labelled([cells], closingLabels) ?? closingKobo;
    else if (parseStatementDay(record('day')) !== undefined) lines.push(lineOf(record, layout, index));
    else if (!isSumOrEmpty(cells))
      throw new RangeError(`line ${index + 1} of the table: ${layout.day} "${record('day').slice(0, 40)}" is no day`);
  }
  return { openingKobo, closingKobo, lines };
}

/** With the delimiter that makes columns of its head; -1 where none does. */
function tableOf(text: string, isHead: (cells: readonly string[]) => boolean): { records: string[][]; head: number } {
  const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true };
  for (const delimiter of [',', ';', '\t']) {
    const records = parse(text, { ...options, delimiter });
    const head = records.findIndex(isHead);
    if (head !== -1) return { records, head };
  }
  return { records: [], head: -1 };
}

function lineOf(record: (column: Column) => string, layout: StatementLayout, index: number): StatementLine {
  const amount = (column: Column) => amountOf(record(column), layout[column], index);
  const [out, into] = [amount('debit') ?? 0, amount('credit') ?? 0];
  if (out !== 0 && into !== 0) throw new RangeError(`line ${index + 1} of the table: it has both a debit and a credit`);
  // Some banks write debits below zero.
  const amountKobo = layout.amount === '' ? kobo(into - Math.abs(out)) : kobo(amount('amount') ?? 0);
  return {
    day: parseStatementDay(record('day'))!,
    amountKobo,
    reference: record('reference').replace(/^'/, ''),
    description: record('description'),
    balanceKobo: record('balance') === '' ? undefined : amount('balance'),
  };
}

function amountOf(text: string, column: string, index: number): Kobo | undefined {
  if (text === '') return undefined;
  const amountKobo = parseStatementAmount(text);
  if (amountKobo === undefined)
    throw new RangeError(`line ${index + 1} of the table: ${column} "${text.slice(0, 40)}" is no amount in Naira`);
  return amountKobo;
}

function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function hasLabel(cells: readonly string[], labels: readonly string[]): boolean {
  return cells.some((cell) => labels.includes(cell.toLowerCase().replace(/\s*(\(?(ngn|₦)\)?)?\s*:?$/, '')));
}

/** The amount beside a label; undefined where there is none. */
function labelled(records: readonly (readonly string[])[], labels: readonly string[]): Kobo | undefined {
  for (const cells of records) {
    const position = cells.findIndex((cell) => hasLabel([cell], labels));
    const beside = position === -1 ? [] : cells.slice(position + 1).filter((cell) => cell !== '');
    const amountKobo = beside.map(parseStatementAmount).find((found) => found !== undefined);
    if (amountKobo !== undefined) return amountKobo;
  }
  return undefined;
}

/** Below the table there are sums and remarks. */
function isSumOrEmpty(cells: readonly string[]): boolean {
  const words = cells.filter((cell) => cell !== '');
  return words.length <= 1 || /^(total|grand total|sum)/i.test(words[0]!);
}
