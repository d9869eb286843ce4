// The characters of the built-in fonts: Latin-1 and some punctuation.
const PRINTABLE = /[\x20-\x7e\xa0-\xff–—‘’“”•…€™]/;

/**
 * Text in the characters of the built-in fonts: ₦ becomes NGN, unknown marks are dropped (Ṣọlá is Solá), other characters become
 * `?`.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replaceAll('₦', 'NGN ').replaceAll(/\s+/g, ' ');
  return Array.from(plain, (sign) => (PRINTABLE.test(sign) ? sign : bare(sign))).join('');
}

function bare(sign: string): string {
  const letters = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(letters || '', (letter) => (PRINTABLE.test(letter) ? letter : '?')).join('');
}
