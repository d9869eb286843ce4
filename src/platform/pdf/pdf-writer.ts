import { presentFont, DeferredText } from './deferred-text.js';
import PdfDocument from 'pdfkit';
import { boldFont, regularFont } from './fonts.js';

/** One line, with `?` for characters that the document's present font lacks. */
export function printable(text: string, document: PDFKit.PDFDocument): string {
  const { font } = presentFont(document);
  const line = text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return Array.from(line, (sign) => (font.hasGlyphForCodePoint(sign.codePointAt(0)!) ? sign : '?')).join('');
}

/** Text area of A4, in points. */
export const PAGE = { left: 40, right: 555, top: 44, bottom: 770 } as const;
const FOOTER = PAGE.bottom + 14;
const FOOTER_SIZE = 7.5;

export const COLORS = { ink: '#1c2430', faint: '#5b6673', line: '#d5dae1', shade: '#eef4f1', brand: '#0b6e4f' } as const;

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
  /** Smaller letters where the text would need a second line. */
  readonly fit?: boolean;
}

/** Letters with a dot below stay one glyph: taken apart, they would be copied from the file without it. The types know a list of features to add only. */
const WHOLE_LETTERS = { features: { ccmp: false } as unknown as [] };
const shapingOf = (text: string) => (/^[\u0020-\u007f₦]*$/.test(text) ? {} : WHOLE_LETTERS);

interface PdfOptions {
  readonly title: string;
  readonly author: string;
  readonly createdAt: number;
  /** Left on the foot of each page. */
  readonly footer: string;
  /** Below it. */
  readonly help: string | undefined;
}

/** Pages of A4 with a footer that counts them. Pages are handed out while later ones are written. */
export class PdfWriter {
  private readonly document: PDFKit.PDFDocument;
  private readonly pageCount: DeferredText;
  private pageNumber = 1;

  constructor(private readonly options: PdfOptions) {
    const { title, author, createdAt } = options;
    this.document = new PdfDocument({
      size: 'A4',
      lang: 'en',
      // Without margins the library does not break pages.
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
    });
    this.document.registerFont('regular', regularFont()).registerFont('bold', boldFont());
    this.pageCount = this.later({ size: FOOTER_SIZE, color: COLORS.faint });
  }

  /** Broken into lines of this width. */
  write(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { width = PAGE.right - x, align = 'left', color = COLORS.ink } = style;
    const shown = this.shaped(text, { ...style, width });
    this.document.fillColor(color).text(shown, x, y, { width, align, ...shapingOf(shown) });
  }

  heightOf(text: string, style: TextStyle & { readonly width: number }): number {
    const shown = this.shaped(text, style);
    return this.document.heightOfString(shown, { width: style.width, ...shapingOf(shown) });
  }

  /** One line whose text is known before the end of the document, at each place where it is shown. */
  later({ size = 8.5, bold = false, color = COLORS.ink, width = 0, align = 'left' }: TextStyle): DeferredText {
    return new DeferredText(this.document, { font: bold ? 'bold' : 'regular', size, color, width, align });
  }

  rule(y: number): void {
    this.document.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).stroke(COLORS.line);
  }

  box(y: number, height: number): void {
    this.document.roundedRect(PAGE.left, y, PAGE.right - PAGE.left, height, 4).fill(COLORS.shade);
  }

  /** A square of light and dark modules, as in a QR code; dark is true. */
  modules(x: number, y: number, size: number, rows: readonly (readonly boolean[])[]): void {
    const side = size / rows.length;
    for (const [row, columns] of rows.entries())
      for (const [column, isDark] of columns.entries())
        if (isDark) this.document.rect(x + column * side, y + row * side, side + 0.02, side + 0.02);
    this.document.fill('#000000');
  }

  /** Opens an address where it is clicked on. */
  link(x: number, y: number, width: number, height: number, address: string): void {
    this.document.link(x, y, width, height, address);
  }

  breakPage(): void {
    this.addFooter();
    this.document.addPage();
    // Or they would hold every word of the document.
    for (const font of ['regular', 'bold']) presentFont(this.document.font(font)).layoutCache = Object.create(null) as object;
    this.pageNumber++;
  }

  end(): void {
    this.addFooter();
    this.pageCount.set(String(this.pageNumber));
    this.document.end();
  }

  *ready(): Iterable<Uint8Array> {
    for (let chunk: unknown; (chunk = this.document.read()) !== null;) yield chunk as Uint8Array;
  }

  async *rest(): AsyncIterable<Uint8Array> {
    for await (const chunk of this.document) yield chunk as Uint8Array;
  }

  private addFooter(): void {
    const { footer, help } = this.options;
    const style = { size: FOOTER_SIZE, color: COLORS.faint };
    this.rule(FOOTER - 6);
    this.write(footer, PAGE.left, FOOTER, { ...style, width: 420 });
    if (help) this.write(help, PAGE.left, FOOTER + 12, style);
    const page = `Page ${this.pageNumber} of `;
    const x = PAGE.right - 66;
    this.write(page, x, FOOTER, style);
    this.pageCount.show(x + this.document.widthOfString(page), FOOTER);
  }

  private shaped(text: string, { size = 8.5, bold = false, width = 0, fit = false }: TextStyle): string {
    this.document.font(bold ? 'bold' : 'regular').fontSize(size);
    const shown = printable(text, this.document);
    const length = fit ? this.document.widthOfString(shown, shapingOf(shown)) + 0.1 : 0;
    if (length > width) this.document.fontSize((size * width) / length);
    return shown;
  }
}
