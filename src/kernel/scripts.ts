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
