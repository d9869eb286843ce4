import { kobo, type Kobo } from '../../../../kernel/money.js';
import { type DayOrder, dayOrderOf, parseAmount, parseReference, parseTime } from '../../../../kernel/written-values.js';
import { Table, type TableRow } from '../../../../platform/tables/table.js';
import { oldestFirst, type ReadStatement, type StatementLine, type StatementLayout } from '../../statements.js';

type Column = Exclude<keyof StatementLayout, 'decimal'>;
/** A balance that is named, and how many lines stand before it. */
interface Labelled {
  readonly before: number;
  readonly amountKobo: Kobo;
}

const COLUMNS = ['day', 'reference', 'description', 'debit', 'credit', 'amount', 'balance'] as const;
const AMOUNTS = ['debit', 'credit', 'amount'] as const;
const OPENING = /^((opening|previous|beginning) balance|(balance )?(b\/f|b\/fwd|brought forward)|balance b\/?f)$/;
const CLOSING = /^((closing|ending) balance|(balance )?(c\/f|c\/fwd|carried forward)|balance c\/?f)$/;
const TOTAL = /^((sub|grand|page)[ -]?)?totals?\b|^sum\b/i;

/** Banks write names, numbers and balances above the table, and sums below it. @throws RangeError that names the unreadable part */
export async function readCsvStatement(
  text: string,
  layout: StatementLayout,
  isOfFile: (day: string) => boolean,
): Promise<ReadStatement> {
  const table = Table.of(
    text,
    COLUMNS.map((column) => layout[column]).filter((name) => name !== ''),
  );
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  const days = rows.map((row) => row.text(layout.day));
  const reader = new CsvStatement(layout, table, dayOrderOf(days, isOfFile));
  for (const row of rows) reader.add(row);
  return reader.result();
}

class CsvStatement {
  private readonly lines: StatementLine[] = [];
  private readonly openings: Labelled[] = [];
  private readonly closings: Labelled[] = [];
  /** Whether the row before is a line, whose remark may go on. */
  private isAfterLine = false;

  constructor(
    private readonly layout: StatementLayout,
    private readonly table: Table,
    private readonly order: DayOrder,
  ) {}

  add(row: TableRow): void {
    const isLine = this.dayOf(row) !== undefined && !this.isLabel(row) && !this.isSum(row);
    if (isLine) this.lines.push(this.lineOf(row));
    else if (this.continues(row)) return;
    else if (this.labelOf(row) !== undefined) this.addBalance(row);
    else if (!isRemark(row))
      throw new RangeError(`line ${row.line}: ${this.layout.day} "${this.textOf(row, 'day').slice(0, 40)}" is no day`);
    this.isAfterLine = isLine;
  }

  /** The balances of a whole file stand at its ends; those between are of pages. */
  result(): ReadStatement {
    const isReversed = oldestFirst(this.lines) !== this.lines;
    const [begin, end] = isReversed ? [this.lines.length, 0] : [0, this.lines.length];
    const at = (found: readonly Labelled[], place: number) => found.find(({ before }) => before === place)?.amountKobo;
    return {
      accounts: accountsIn(this.table.above),
      openingKobo: at(this.openings, begin) ?? this.above(OPENING) ?? at(this.openings, end),
      closingKobo: at(this.closings, end) ?? this.above(CLOSING) ?? at(this.closings, begin),
      lines: this.lines,
    };
  }

  private textOf(row: TableRow, column: Column): string {
    return row.text(this.layout[column]);
  }

  private dayOf(row: TableRow): string | undefined {
    return parseTime(this.textOf(row, 'day'), this.order)?.day;
  }

  private amountOf(row: TableRow, column: Column): Kobo | undefined {
    const [text, name, { decimal }] = [this.textOf(row, column), this.layout[column], this.layout];
    if (text === '') return undefined;
    const amountKobo = parseAmount(text, { decimal });
    if (amountKobo !== undefined) return amountKobo;
    const other = decimal === '.' ? ',' : '.';
    const advice = parseAmount(text, { decimal: other }) === undefined ? '' : `; --map may say "decimal": "${other}"`;
    throw new RangeError(`line ${row.line}: ${name} "${text.slice(0, 40)}" is no amount in Naira${advice}`);
  }

  private lineOf(row: TableRow): StatementLine {
    this.table.checkWidth(row);
    const [out, into] = [this.amountOf(row, 'debit') ?? 0, this.amountOf(row, 'credit') ?? 0];
    if (out !== 0 && into !== 0)
      throw new RangeError(`line ${row.line}: it has both ${this.layout.debit} and ${this.layout.credit}`);
    const written = this.textOf(row, 'reference');
    const reference = parseReference(written);
    if (reference === undefined)
      throw new RangeError(
        `line ${row.line}: ${this.layout.reference} "${written}" is a number that a spreadsheet has rounded: take the file as the bank wrote it`,
      );
    return {
      day: this.dayOf(row)!,
      // Some banks write debits below zero.
      amountKobo: this.layout.amount === '' ? kobo(into - Math.abs(out)) : (this.amountOf(row, 'amount') ?? kobo(0)),
      reference,
      description: this.textOf(row, 'description'),
      balanceKobo: this.amountOf(row, 'balance'),
    };
  }

  private labelOf({ cells }: TableRow): string | undefined {
    return cells.find((cell) => [OPENING, CLOSING].some((labels) => isLabel(cell, labels)));
  }

  /** A remark may have the same words: a row that moves money is a line. */
  private isLabel(row: TableRow): boolean {
    return this.labelOf(row) !== undefined && !this.moves(row);
  }

  /** Also with a day: it has both sides, or leaves the balance as it is. */
  private isSum(row: TableRow): boolean {
    if (!row.cells.some((cell) => TOTAL.test(cell)) || this.textOf(row, 'reference') !== '') return false;
    if ([this.amountOf(row, 'debit'), this.amountOf(row, 'credit')].every((side) => side)) return true;
    const last = this.lines.at(-1)?.balanceKobo;
    return last !== undefined && this.moves(row) && (this.amountOf(row, 'balance') ?? last) === last;
  }

  private moves(row: TableRow): boolean {
    return AMOUNTS.some((column) => (this.amountOf(row, column) ?? 0) !== 0);
  }

  private addBalance(row: TableRow): void {
    const label = this.labelOf(row)!;
    const amountKobo = this.amountOf(row, 'balance') ?? this.beside([row.cells], (cell) => cell === label);
    if (amountKobo === undefined) return;
    const found = { before: this.lines.length, amountKobo };
    if (isLabel(label, OPENING)) this.openings.push(found);
    else this.closings.push(found);
  }

  /** A long remark goes on in the next row, which has nothing else. */
  private continues(row: TableRow): boolean {
    const more = row.text(this.layout.description);
    const isAlone = more !== '' && row.cells.every((cell) => cell === '' || cell === more);
    const last = this.lines.at(-1);
    if (!this.isAfterLine || !isAlone || !last) return false;
    this.lines[this.lines.length - 1] = { ...last, description: `${last.description} ${more}`.trim() };
    return true;
  }

  private above(labels: RegExp): Kobo | undefined {
    return this.beside(this.table.above, (cell) => isLabel(cell, labels));
  }

  /** The amount beside a label; undefined where there is none. */
  private beside(rows: readonly (readonly string[])[], isOne: (cell: string) => boolean): Kobo | undefined {
    const found = rows.flatMap((cells) => {
      const position = cells.findIndex(isOne);
      return position === -1 ? [] : cells.slice(position + 1).filter((cell) => cell !== '');
    });
    const numbers = found.filter((cell) => /\d/.test(cell));
    return numbers.map((cell) => parseAmount(cell, this.layout)).find((amountKobo) => amountKobo !== undefined);
  }
}

function isLabel(cell: string, labels: RegExp): boolean {
  return labels.test(
    cell
      .toLowerCase()
      .replace(/\s*(\(?(ngn|₦)\)?)?\s*:?$/, '')
      .replaceAll(/\s+/g, ' '),
  );
}

/** Below the table there are sums and remarks. */
function isRemark({ cells }: TableRow): boolean {
  const words = cells.filter((cell) => cell !== '');
  return words.length <= 1 || words.some((word) => TOTAL.test(word));
}

/** Numbers of accounts in Nigeria have ten digits; some banks hide those in the middle. */
function accountsIn(rows: readonly (readonly string[])[]): string[] {
  const named = rows.flatMap((cells) => {
    const text = cells.join(' ');
    const found =
      /\b(?:account|acct|a\/c)\.?\s*(?:number|num|no\.?|#)?\s*[:.=]*\s*(\d[\d*X]{8}\d|[A-Z]{2}\d{2}[A-Z0-9]{10,30})\b/i.exec(
        text,
      )?.[1];
    return found === undefined ? [] : [found];
  });
  if (named.length > 0) return [...new Set(named)];
  const isOther = (cells: readonly string[]) =>
    /customer|client|branch|phone|tel|bvn|tin\b|balance|total|amount|credit|debit|reference/i.test(cells.join(' '));
  return rows
    .filter((cells) => !isOther(cells))
    .flat()
    .map((cell) => cell.replace(/^'/, ''))
    .filter((cell) => /^\d{10}$/.test(cell));
}
