const WORD_LENGTH = 64;
/** Letters of Hausa and its neighbours. They are letters of their own, not letters with marks. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɖ: 'd', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** The search form of a name: lower-case, without accents, hooks and apostrophes, which keyboards lack. */
export function plainName(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/['’‘ʼʻ`´]/gu, '').replaceAll(/[ɓɖɗƙƴ]/gu, (letter) => HOOKED[letter]!);
}

/** The search forms of the words of names. */
export function wordsOf(...names: string[]): string[] {
  const words = plainName(names.join(' ')).split(/[^\p{L}\p{N}-]+/u);
  return [...new Set(words.map((word) => word.slice(0, WORD_LENGTH)))].filter((word) => word !== '');
}
