import { randomByte } from '../../kernel/random.js';

/** Without letters that are easily confused with digits or each other. */
const REFERENCE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 8 random characters by which the log line of a request is found. */
export function newReference(): string {
  let reference = '';
  for (let length = 0; length < 8; length++) reference += REFERENCE_LETTERS[randomByte() & 31];
  return reference;
}
