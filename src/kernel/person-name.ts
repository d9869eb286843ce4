import { mixesScripts } from './scripts.js';

/** A letter and its marks; more than four are no spelling of any language. */
const LETTER = String.raw`\p{L}\p{M}{0,4}`;
const SIGNS = String.raw`[ '’‘.‐‑-]`;
const NAME = new RegExp(`^(?:${LETTER}|${SIGNS})*$`, 'u');
const PARTS = new RegExp(`${LETTER}|${SIGNS}`, 'gu');

/** A name of letters, of one script in each word, spaces, hyphens, apostrophes and full stops in NFC; undefined for anything else. */
export function parsePersonName(text: string): string | undefined {
  const name = composed(text);
  return NAME.test(name) && /\p{L}/u.test(name) && !name.split(' ').some(mixesScripts) ? name : undefined;
}

/** A name from elsewhere, without characters that no name has. Empty if nothing is left. */
export function toPersonName(text: string): string {
  const spaced = text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ');
  const words = composed((spaced.match(PARTS) ?? []).join('')).split(' ');
  const name = words.filter((word) => !mixesScripts(word)).join(' ');
  return /\p{L}/u.test(name) ? name : '';
}

/** Puts a blank behind a full stop, because mail programs make a link of `evil.ng`. */
function composed(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\.(?=\p{L})/gu, '. ')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

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

const SHORTEST_MISSPELLED = 4;

/** Whether two words differ by one letter that is wrong, missing or too many, or by two that changed places. */
export function isSpelledAlmost(word: string, other: string): boolean {
  if (word.length < SHORTEST_MISSPELLED) return word === other;
  const shorter = Math.min(word.length, other.length);
  let same = 0;
  while (same < shorter && word[same] === other[same]) same += 1;
  let end = 0;
  while (end < shorter - same && word.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [word.slice(same, word.length - end), other.slice(same, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Whether each word of a text begins a word of a name, or is almost one. */
export function isNamed(text: string, name: string, isAlike: (word: string, own: string) => boolean): boolean {
  const [words, own] = [wordsOf(text), wordsOf(name)];
  return words.length > 0 && words.every((word) => own.some((each) => isAlike(word, each)));
}

export function begins(word: string, own: string): boolean {
  return own.startsWith(word);
}
