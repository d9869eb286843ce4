import { createRequire } from 'node:module';
import { type Font, type Glyph, openSync } from 'fontkit';
import type PdfDocument from 'pdfkit';

/** A font as a document takes it: its types know files only. */
type FontSource = Parameters<InstanceType<typeof PdfDocument>['registerFont']>[1];

const require = createRequire(import.meta.url);
// The font has ₦ and the letters of Yoruba, Igbo and Hausa, with marks of tone on any of them.
export const regularFont = readOnce(() => require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
export const boldFont = readOnce(() => require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'));

/** Letters that lose their dot below a mark, and the glyphs that they become. */
const DOTLESS = new Map([
  ['i', 'dotlessi'],
  ['j', 'uni0237'],
  ['į', 'iogonekdotless'],
  ['ɨ', 'istrokedotless'],
  ['ị', 'idotbelowdotless'],
]);
const DOTTED = /[ijįɨị](?=[\u0300-\u0315\u033d-\u0344])/u;

/** The table `post`, which numbers its own names behind those of every font. */
interface NamesOfGlyphs {
  readonly names: readonly string[];
  readonly glyphNameIndex: readonly number[];
}
const STANDARD_NAMES = { count: 258, dotlessi: 215 };

/** The font's own rule for it takes ị apart, and then its dot below is lost where text is copied from the file. */
function withDotless(font: Font): Font {
  const glyphsOf = font.glyphsForString.bind(font);
  let dotless: ReadonlyMap<string, number> | undefined;
  font.glyphsForString = (text) => {
    const glyphs = glyphsOf(text);
    if (!DOTTED.test(text)) return glyphs;
    dotless ??= dotlessIn(font);
    const letters = Array.from(text);
    if (letters.length !== glyphs.length) return glyphs;
    return glyphs.map((glyph, at) => {
      const id = DOTTED.test(letters[at]! + (letters[at + 1] ?? '')) ? dotless!.get(letters[at]!) : undefined;
      return id === undefined || id < 0 ? glyph : font.getGlyph(id, glyph.codePoints);
    });
  };
  return font;
}

/** A font keeps each glyph with the text that it stood for first, or with none where it was a part of another, as of í. */
function withOwnTexts(font: Font): Font {
  const known = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = known(id, codePoints);
    if (codePoints.length === 0 || glyph.codePoints.join() === codePoints.join()) return glyph;
    return Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph;
  };
  return font;
}

/** Uses the table of names, because the library keeps a glyph as it was first made. */
function dotlessIn(font: Font): ReadonlyMap<string, number> {
  const { names, glyphNameIndex } = (font as Font & { readonly post: NamesOfGlyphs }).post;
  const numberOf = (name: string) => (name === 'dotlessi' ? STANDARD_NAMES.dotlessi : STANDARD_NAMES.count + names.indexOf(name));
  return new Map([...DOTLESS].map(([letter, name]) => [letter, glyphNameIndex.indexOf(numberOf(name))]));
}

/** Parsing the rules by which letters are placed takes longer than writing a document. */
function readOnce(file: () => string): () => FontSource {
  let font: Font | undefined;
  return () => {
    font ??= withDotless(withOwnTexts(openSync(file()) as Font));
    return font as unknown as FontSource;
  };
}
