const ASCII = /^\p{ASCII}*$/u;

/** Scripts of names. All other letters count as one more script. Names in East Asia mix theirs. */
const SCRIPTS = [
  ...(
    'Latin Cyrillic Greek Coptic Armenian Georgian Hebrew Arabic Syriac Thaana Nko Adlam Ethiopic Vai Tifinagh Devanagari Bengali ' +
    'Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Mongolian Cherokee'
  ).split(' '),
  'Han Hiragana Katakana Hangul Bopomofo',
].map((names) => names.replaceAll(/\w+/g, String.raw`\p{Script=$&}`).replaceAll(' ', ''));
const SHARED = String.raw`\p{Script=Common}\p{Script=Inherited}`;
const CLASSES = [...SCRIPTS.map((script) => new RegExp(`[${script}]`, 'u')), new RegExp(`[^${SCRIPTS.join('')}${SHARED}]`, 'u')];

/** Whether one word mixes scripts: a Cyrillic letter among Latin ones looks the same. */
export function mixesScripts(word: string): boolean {
  if (ASCII.test(word)) return false;
  const letters = word.replaceAll(/\P{L}/gu, '');
  return CLASSES.filter((script) => script.test(letters)).length > 1;
}

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
