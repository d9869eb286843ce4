const WORD_LENGTH = 64;

/** The words of names as they are found: lower-case, without accents. */
export function wordsOf(...names: string[]): string[] {
  const plain = names.join(' ').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}'-]+/u).map((word) => word.slice(0, WORD_LENGTH));
  return [...new Set(words)].filter((word) => word !== '');
}
