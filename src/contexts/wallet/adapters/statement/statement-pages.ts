import { lagosDate, lagosTime } from '../../../../kernel/lagos-time.js';
import { type Kobo, kobo, toDecimal, ZERO_KOBO } from '../../../../kernel/money.js';
import type { HistoryEntry } from '../../application/ports/history.js';
import type { Statement } from '../../application/ports/statement-format.js';
import { printable } from './printable.js';

// In points; A4 is 595 by 842.
const LEFT = 40;
const RIGHT = 555;
const TOP = 48;
const BOTTOM = 780;
const ROW_HEIGHT = 17;
const TEXT_SIZE = 8.5;

const INK = '#1c2430';
const FAINT = '#6b7684';
const LINE = '#d5dae1';
const SHADE = '#f3f5f8';

interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

interface Style {
  readonly size: number;
  readonly bold: boolean;
  readonly color: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const COLUMNS: readonly Column[] = [
  { title: 'Date', x: LEFT + 4, width: 52, align: 'left' },
  { title: 'Time', x: 98, width: 40, align: 'left' },
  { title: 'Description', x: 142, width: 176, align: 'left' },
  { title: 'Debit', x: 322, width: 72, align: 'right' },
  { title: 'Credit', x: 398, width: 72, align: 'right' },
  { title: 'Balance', x: 474, width: RIGHT - 4 - 474, align: 'right' },
];

export class StatementPages {
  private y = TOP;
  private pageNumber = 1;
  private rows = 0;
  private debitsKobo: Kobo = ZERO_KOBO;
  private creditsKobo: Kobo = ZERO_KOBO;

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly statement: Statement,
  ) {
    this.addHeading();
    this.addSummary();
    this.addColumnTitles();
    this.addRow(['', '', 'Opening balance', '', '', toAmount(statement.openingKobo)], true);
  }

  addEntry({ createdAt: recorded, note, amountKobo, balanceKobo }: HistoryEntry): void {
    const amount = toAmount(kobo(Math.abs(amountKobo)));
    if (amountKobo < 0) this.debitsKobo = kobo(this.debitsKobo - amountKobo);
    else this.creditsKobo = kobo(this.creditsKobo + amountKobo);
    const [debit, credit] = amountKobo < 0 ? [amount, ''] : ['', amount];
    this.addRow([lagosDate(recorded), lagosTime(recorded), note, debit, credit, toAmount(balanceKobo)]);
  }

  finish(): void {
    const { closingKobo } = this.statement;
    this.addRow(
      ['', '', 'Totals and closing balance', toAmount(this.debitsKobo), toAmount(this.creditsKobo), toAmount(closingKobo)],
      true,
    );
    if (this.rows === 0) this.write('There was no movement in this period.', LEFT, this.y + 8, { color: FAINT });
    this.addFooter();
  }

  private addHeading(): void {
    const { holder, account, issued } = this.statement;
    this.write('Harmattan', LEFT, this.y, { size: 18, bold: true });
    this.write('Wallet statement', LEFT, this.y + 4, { size: 12, width: RIGHT - LEFT, align: 'right' });
    this.y += 34;
    this.write(holder.name, LEFT, this.y, { size: 11, bold: true });
    this.write(holder.email, LEFT, this.y + 15);
    this.write(`Reference ID ${holder.referenceId}`, LEFT, this.y + 27, { color: FAINT });
    this.write(`Issued ${lagosDate(issued)} ${lagosTime(issued)}`, LEFT, this.y + 15, { width: RIGHT - LEFT, align: 'right' });
    this.write(`Wallet ${account}`, LEFT, this.y + 27, { width: RIGHT - LEFT, align: 'right', color: FAINT });
    this.y += 52;
  }

  private addSummary(): void {
    const { from, to, openingKobo, closingKobo } = this.statement;
    this.document.rect(LEFT, this.y, RIGHT - LEFT, 44).fill(SHADE);
    const boxes = [
      ['Period (Lagos time)', `${lagosDate(from)} to ${lagosDate(to - 1)}`],
      ['Opening balance', `NGN ${toAmount(openingKobo)}`],
      ['Closing balance', `NGN ${toAmount(closingKobo)}`],
    ] as const;
    for (const [index, [label, value]] of boxes.entries()) {
      const x = LEFT + 12 + index * 172;
      this.write(label, x, this.y + 9, { size: 8, color: FAINT });
      this.write(value, x, this.y + 22, { size: 10.5, bold: true });
    }
    this.y += 60;
  }

  private addColumnTitles(): void {
    for (const { title, x, width, align } of COLUMNS) this.write(title, x, this.y, { width, align, bold: true, color: FAINT });
    this.y += 14;
    this.rule();
  }

  private addRow(cells: readonly string[], bold = false): void {
    if (this.y + ROW_HEIGHT > BOTTOM) this.breakPage();
    for (const [index, { x, width, align }] of COLUMNS.entries())
      this.write(cells[index]!, x, this.y + 5, { width, align, bold });
    this.y += ROW_HEIGHT;
    this.rule();
    if (!bold) this.rows++;
  }

  private breakPage(): void {
    this.addFooter();
    this.document.addPage();
    this.pageNumber++;
    this.y = TOP;
    this.addColumnTitles();
  }

  private addFooter(): void {
    const { holder } = this.statement;
    this.write(`${holder.name}, ${holder.referenceId}; amounts in NGN`, LEFT, 800, { size: 8, color: FAINT });
    this.write(`Page ${this.pageNumber}`, LEFT, 800, { size: 8, color: FAINT, width: RIGHT - LEFT, align: 'right' });
  }

  private rule(): void {
    this.document.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).stroke(LINE);
  }

  /** One line of text; an ellipsis ends what exceeds the width. */
  private write(
    text: string,
    x: number,
    y: number,
    { size = TEXT_SIZE, bold = false, color = INK, width = RIGHT - x, align = 'left' }: Partial<Style> = {},
  ): void {
    this.document
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(color)
      .text(printable(text), x, y, { width, align, height: size, lineBreak: true, ellipsis: true });
  }
}

/** `1,234.50`, without the currency. */
function toAmount(amount: Kobo): string {
  return toDecimal(amount).replace(/\B(?=(\d{3})+(?=\.))/g, ',');
}
