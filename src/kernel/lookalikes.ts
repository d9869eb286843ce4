/**
 * Letters and signs that look like those of ASCII, after `confusables.txt` of Unicode TS 39 (https://www.unicode.org/reports/tr39):
 * those in lower case of Latin, Cyrillic, Greek, Coptic and Armenian, and signs that an e-mail address can have.
 */
const SHAPES: Readonly<Record<string, string>> = {
  a: 'аɑα',
  ae: 'æӕ',
  c: 'сϲᴄⲥ',
  d: 'ԁɗ',
  e: 'еҽ',
  f: 'ƒẝք',
  g: 'ɡƍց',
  h: 'һհ',
  i: 'іıɩɪιꙇ',
  j: 'јϳյȷ',
  k: 'кκĸ',
  l: 'ӏǀן',
  n: 'ոռ',
  o: 'оοσօᴏⲟ',
  oe: 'œ',
  p: 'рρϱⲣ',
  q: 'ԛգզ',
  r: 'гᴦⲅ',
  s: 'ѕƽꜱ',
  u: 'υսʋᴜ',
  v: 'νѵᴠ',
  w: 'ԝѡաɯᴡ',
  x: 'х',
  y: 'уүγɣʏỿ',
  z: 'ᴢ',
  2: 'ƨ',
  3: 'зɜӡʒ',
  6: 'б',
  '-': '‐–−˗',
  "'": '’‘ʼʹ',
};

export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(SHAPES).flatMap(([shape, signs]) => Array.from(signs, (sign) => [sign, shape] as const)),
);
