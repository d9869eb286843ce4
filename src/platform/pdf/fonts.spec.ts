import type { Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { boldFont, regularFont } from './fonts.js';

const AS_PRINTED = { ccmp: false };

describe.each([
  ['regular', regularFont],
  ['bold', boldFont],
])('the %s font', (_, fontOf) => {
  const font = fontOf() as unknown as Font;
  const glyphsOf = (text: string) =>
    font.layout(text.normalize('NFC'), AS_PRINTED).glyphs.map((glyph) => {
      const { name, codePoints } = glyph as typeof glyph & { readonly name: string };
      return [name, String.fromCodePoint(...codePoints)];
    });

  it.each([
    ['ị́', 'idotbelowdotless'],
    ['ị̀', 'idotbelowdotless'],
    ['i̍', 'dotlessi'],
    ['j́', 'uni0237'],
    ['į́', 'iogonekdotless'],
    ['ɨ́', 'istrokedotless'],
  ])('has no dot below the mark of %s, which is copied as it is', (text, name) => {
    const [letter, mark] = Array.from(text.normalize('NFC'));
    expect(glyphsOf(text)).toEqual([
      [name, letter],
      [expect.any(String), mark],
    ]);
  });

  it('is copied as it is also where the font knows the glyph as a part of another one', () => {
    const [dotless] = font.layout('i̍', AS_PRINTED).glyphs;
    Object.assign(font.getGlyph(dotless!.id), { codePoints: [] });
    expect(glyphsOf('i̍')[0]).toEqual(['dotlessi', 'i']);
  });

  it('has the dot of every other letter', () => {
    expect(glyphsOf('ịi').map(([name]) => name)).toEqual(['uni1ECB', 'i']);
    expect(glyphsOf('ị́ị').map(([name]) => name)).toEqual(['idotbelowdotless', 'acutecomb', 'uni1ECB']);
  });
});
