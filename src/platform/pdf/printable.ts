import { presentFont } from './present-font.js';

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
