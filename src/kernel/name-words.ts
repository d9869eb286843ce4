import { distance } from 'fastest-levenshtein';

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

/** Letters that somebody may mistype in a word of this length. */
function slips(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Whether one word of a name is the other with a letter or two wrong. */
export function isSpelledAlmost(word: string, other: string): boolean {
  return distance(word, other) <= slips(word);
}

/** Whether each word of a text begins a word of a name, or is almost one. */
export function isNamed(text: string, name: string, isAlike: (word: string, own: string) => boolean): boolean {
  const [words, own] = [wordsOf(text), wordsOf(name)];
  return words.length > 0 && words.every((word) => own.some((each) => isAlike(word, each)));
}

export function begins(word: string, own: string): boolean {
  return own.startsWith(word);
}
