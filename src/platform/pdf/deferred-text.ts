/** Parts of the library's font that its types lack. */
interface EmbeddedFont {
  readonly id: string;
  layoutCache: object;
  /** In thousandths of the size. */
  readonly ascender: number;
  readonly descender: number;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  encode(text: string): [codes: readonly string[], positions: readonly { readonly advanceWidth: number }[]];
  ref(): unknown;
}

export function presentFont(document: PDFKit.PDFDocument): EmbeddedFont {
  return (document as unknown as Readonly<Record<'_font', EmbeddedFont>>)['_font'];
}

interface DeferredStyle {
  readonly font: string;
  readonly size: number;
  readonly color: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

interface PageResources {
  readonly xobjects: Record<string, unknown>;
}

/** Text that pages refer to (a form XObject), so that they need not wait for it: the number of pages, or a total. */
export class DeferredText {
  private readonly form;

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly style: DeferredStyle,
  ) {
    this.form = document.ref({ Type: 'XObject', Subtype: 'Form' });
  }

  /** The upper left corner of the line. */
  show(x: number, y: number): void {
    const name = `Later${this.form.id}`;
    (this.document.page as unknown as PageResources).xobjects[name] = this.form;
    this.document.save().transform(1, 0, 0, -1, x, y);
    (this.document as unknown as { addContent(content: string): void }).addContent(`/${name} Do`);
    this.document.restore();
  }

  /** Once, before the document ends; smaller where the line is wider than the width of the style, if it has one. */
  set(text: string): void {
    const { style } = this;
    const { color, width, align } = style;
    this.document.font(style.font);
    const font = presentFont(this.document);
    const [codes, positions] = font.encode(text);
    const natural = (positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * style.size) / 1000;
    const length = width === 0 ? natural : Math.min(natural, width);
    const size = (style.size * length) / natural;
    const [ascent, descent] = [(font.ascender * size) / 1000, (font.descender * size) / 1000];
    const x = align === 'right' ? width - length : 0;
    const rgb = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
    Object.assign(this.form.data, {
      BBox: [Math.min(0, x), descent - ascent, Math.max(width, length), 0],
      Resources: { Font: { [font.id]: font.ref() } },
    });
    this.form.end(
      Buffer.from(`BT ${rgb} rg /${font.id} ${size} Tf ${x.toFixed(3)} ${(-ascent).toFixed(3)} Td <${codes.join('')}> Tj ET`),
    );
  }
}
