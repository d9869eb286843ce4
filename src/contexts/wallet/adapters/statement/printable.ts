// What the fonts that every PDF reader has can show: Latin-1 and a few signs more.
const PRINTABLE = /[\x20-\x7e\xa0-\xff–—‘’“”•…€™]/;

/**
 * The text in letters that the built-in fonts have: the Naira sign becomes NGN, marks that they lack are dropped
 * (Ṣọlá is shown as Solá), line breaks become spaces, and what is left unknown a question mark.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replaceAll('₦', 'NGN ').replaceAll(/\s+/g, ' ');
  return Array.from(plain, (sign) => (PRINTABLE.test(sign) ? sign : bare(sign))).join('');
}

function bare(sign: string): string {
  const letters = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(letters || '', (letter) => (PRINTABLE.test(letter) ? letter : '?')).join('');
}
