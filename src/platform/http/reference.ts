import { randomByte } from '../../kernel/random.js';

/** Without letters that are taken for digits or for each other. */
const REFERENCE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 8 random characters that find the log line of a request. */
export function newReference(): string {
  let reference = '';
  for (let length = 0; length < 8; length++) reference += REFERENCE_LETTERS[randomByte() & 31];
  return reference;
}
