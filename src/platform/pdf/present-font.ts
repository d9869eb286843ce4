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
