import { stringify, type Stringifier } from 'csv-stringify';
import { lagosDate, lagosTime, formatLagosTime } from '../../../kernel/lagos-time.js';
import { type Kobo, toDecimal, formatAmount, kobo, ZERO_KOBO } from '../../../kernel/money.js';
import type { HistoryEntry } from '../../../ledger/index.js';
import { type Statement, StatementFormat } from '../statements.js';
import type { DeferredText } from '../../../platform/pdf/deferred-text.js';
import { COLORS, PAGE, PdfWriter, type TextStyle } from '../../../platform/pdf/pdf-writer.js';
import { helpLine, type SupportContact } from '../../../platform/config/support-contact.js';

const CSV_COLUMNS = ['date', 'time', 'transaction', 'kind', 'description', 'debit', 'credit', 'balance', 'currency'];

/** One row for each entry between opening and closing balance, with times of Lagos. */
export class CsvStatement extends StatementFormat {
  async *write(statement: Statement): AsyncIterable<Uint8Array> {
    // Escapes notes such as =HYPERLINK(…), which spreadsheets would run as formulas.
    const csv = stringify({ header: true, columns: CSV_COLUMNS, escape_formulas: true, bom: true });
    csv.write(balanceRow('opening', 'Opening balance', statement.from, statement.openingKobo));
    for await (const entry of statement.entries) {
      csv.write(entryRow(entry));
      yield* written(csv);
    }
    // The end is of the next period.
    csv.write(balanceRow('closing', 'Closing balance', statement.to - 1, statement.closingKobo));
    csv.end();
    for await (const rest of csv) yield rest as Uint8Array;
  }
}

function* written(csv: Stringifier): Iterable<Uint8Array> {
  for (let chunk: unknown; (chunk = csv.read()) !== null;) yield chunk as Uint8Array;
}

function entryRow({ createdAt: recorded, journalId, kind, note, amountKobo, balanceKobo }: HistoryEntry): string[] {
  const amount = toDecimal(Math.abs(amountKobo) as Kobo);
  const [debit, credit] = amountKobo < 0 ? [amount, ''] : ['', amount];
  return [lagosDate(recorded), lagosTime(recorded), journalId, kind, note, debit, credit, toDecimal(balanceKobo), 'NGN'];
}

function balanceRow(kind: string, description: string, at: number, balance: Kobo): string[] {
  return [lagosDate(at), lagosTime(at), '', kind, description, '', '', toDecimal(balance), 'NGN'];
}

const { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = PAGE;
const WIDTH = RIGHT - LEFT;
const PADDING = 4;
const BOX_WIDTH = 118;
const SMALL: TextStyle = { size: 7, color: COLORS.faint };

interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const COLUMNS = [
  { title: 'Date', x: LEFT + 2, width: 56, align: 'left' },
  { title: 'Description and reference', x: 102, width: 200, align: 'left' },
  { title: 'Debit', x: 306, width: 78, align: 'right' },
  { title: 'Credit', x: 388, width: 78, align: 'right' },
  { title: 'Balance', x: 470, width: RIGHT - 2 - 470, align: 'right' },
] as const satisfies readonly Column[];
const [DATE, DESCRIPTION, DEBIT, CREDIT, BALANCE] = COLUMNS;

export class StatementPages {
  private y: number = TOP;
  private rows = 0;
  private debitsKobo: Kobo = ZERO_KOBO;
  private creditsKobo: Kobo = ZERO_KOBO;
  private readonly totalOut: DeferredText;
  private readonly totalIn: DeferredText;

  constructor(
    private readonly pdf: PdfWriter,
    private readonly statement: Statement,
  ) {
    const box = { size: 10.5, bold: true, width: BOX_WIDTH };
    this.totalIn = pdf.later(box);
    this.totalOut = pdf.later(box);
    this.addHeading();
    this.addSummary();
    this.addColumnTitles();
    this.addBalance('Opening balance', statement.from, statement.openingKobo);
  }

  addEntry({ createdAt: recorded, journalId, kind, note, amountKobo, balanceKobo }: HistoryEntry): void {
    const description = note === '' ? kind.replace(/^./, (letter) => letter.toUpperCase()) : note;
    const textHeight = Math.max(this.pdf.heightOf(description, DESCRIPTION), 12);
    const height = textHeight + 10 + 2 * PADDING;
    this.makeRoom(height);
    const y = this.y + PADDING;
    this.put(DATE, lagosDate(recorded), y);
    this.put(DATE, lagosTime(recorded), y + 12, SMALL);
    this.put(DESCRIPTION, description, y);
    this.put(DESCRIPTION, `Ref. ${journalId}`, y + textHeight, SMALL);
    if (amountKobo < 0) this.debitsKobo = kobo(this.debitsKobo - amountKobo);
    else this.creditsKobo = kobo(this.creditsKobo + amountKobo);
    this.put(amountKobo < 0 ? DEBIT : CREDIT, formatAmount(kobo(Math.abs(amountKobo))), y);
    this.put(BALANCE, formatAmount(balanceKobo), y);
    this.advance(height);
    this.rows++;
  }

  finish(): void {
    const { closingKobo, to } = this.statement;
    if (this.rows === 0) this.addNothing();
    this.makeRoom(44);
    const y = this.y + PADDING;
    this.put(DESCRIPTION, 'Totals', y, { bold: true });
    this.put(DEBIT, formatAmount(this.debitsKobo), y, { bold: true });
    this.put(CREDIT, formatAmount(this.creditsKobo), y, { bold: true });
    this.advance(20);
    this.addBalance('Closing balance', to - 1, closingKobo);
    this.totalIn.set(formatAmount(this.creditsKobo));
    this.totalOut.set(formatAmount(this.debitsKobo));
  }

  private addHeading(): void {
    const { holder, account, issued } = this.statement;
    const right: TextStyle = { width: WIDTH / 2, align: 'right' };
    const middle = LEFT + WIDTH / 2;
    this.pdf.write('Harmattan', LEFT, this.y, { size: 18, bold: true, color: COLORS.brand });
    this.pdf.write('Wallet statement', middle, this.y + 5, { ...right, size: 13, bold: true });
    this.y += 36;
    const name: TextStyle = { size: 11, bold: true, width: WIDTH / 2 - 10 };
    this.pdf.write(holder.name, LEFT, this.y, name);
    const below = this.y + this.pdf.heightOf(holder.name, { ...name, width: WIDTH / 2 - 10 });
    this.pdf.write(holder.email, LEFT, below, { width: WIDTH / 2 - 10 });
    const last = below + this.pdf.heightOf(holder.email, { width: WIDTH / 2 - 10 });
    this.pdf.write(`Reference ID ${holder.referenceId}`, LEFT, last, { color: COLORS.faint });
    this.pdf.write(`Issued ${formatLagosTime(issued)}`, middle, this.y + 2, right);
    this.pdf.write(`Wallet ${account}`, middle, this.y + 15, { ...right, color: COLORS.faint });
    this.pdf.write('All times are those of Lagos (UTC+1)', middle, this.y + 27, { ...right, color: COLORS.faint });
    this.y = Math.max(last + 12, this.y + 39) + 12;
  }

  private addSummary(): void {
    const { from, to, openingKobo, closingKobo } = this.statement;
    this.pdf.box(this.y, 74);
    this.pdf.write('Period', LEFT + 12, this.y + 8, SMALL);
    this.pdf.write(`${lagosDate(from)} to ${lagosDate(to - 1)}`, LEFT + 12, this.y + 17, { size: 10.5, bold: true });
    const boxes = [
      ['Opening balance', formatAmount(openingKobo)],
      ['Total in', this.totalIn],
      ['Total out', this.totalOut],
      ['Closing balance', formatAmount(closingKobo)],
    ] as const;
    for (const [index, [label, value]] of boxes.entries()) {
      const x = LEFT + 12 + index * 126;
      this.pdf.write(label, x, this.y + 40, SMALL);
      if (typeof value === 'string')
        this.pdf.write(value, x, this.y + 49, { size: 10.5, bold: true, width: BOX_WIDTH, fit: true });
      else value.show(x, this.y + 49);
    }
    this.y += 88;
  }

  private addColumnTitles(): void {
    for (const column of COLUMNS) this.put(column, column.title, this.y, { bold: true, color: COLORS.faint });
    this.advance(16);
  }

  private addBalance(title: string, at: number, balanceKobo: Kobo): void {
    this.makeRoom(20);
    const y = this.y + PADDING;
    this.put(DATE, lagosDate(at), y);
    this.put(DESCRIPTION, title, y, { bold: true });
    this.put(BALANCE, formatAmount(balanceKobo), y, { bold: true });
    this.advance(20);
  }

  private addNothing(): void {
    this.put(DESCRIPTION, 'There was no movement in this period.', this.y + PADDING, { color: COLORS.faint });
    this.advance(20);
  }

  private put(column: Column, text: string, y: number, style: TextStyle = {}): void {
    if (text !== '')
      this.pdf.write(text, column.x, y, { ...style, width: column.width, align: column.align, fit: column.align === 'right' });
  }

  private makeRoom(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.pdf.breakPage();
    this.y = TOP;
    this.addColumnTitles();
  }

  private advance(height: number): void {
    this.y += height;
    this.pdf.rule(this.y);
  }
}

export class PdfStatement extends StatementFormat {
  constructor(private readonly contact: SupportContact) {
    super();
  }

  async *write(statement: Statement): AsyncIterable<Uint8Array> {
    const { holder, from, to, issued } = statement;
    const pdf = new PdfWriter({
      title: `Wallet statement ${holder.referenceId}`,
      author: 'Harmattan',
      createdAt: issued,
      footer: `Wallet statement ${holder.referenceId}, ${lagosDate(from)} to ${lagosDate(to - 1)}`,
      help: helpLine(this.contact),
    });
    const pages = new StatementPages(pdf, statement);
    for await (const entry of statement.entries) {
      pages.addEntry(entry);
      yield* pdf.ready();
    }
    pages.finish();
    pdf.end();
    yield* pdf.rest();
  }
}
