import { randomFillSync } from 'node:crypto';

/** Without letters that are taken for digits or for each other. */
const REFERENCE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pool = new Uint8Array(4096);
let used = pool.length;

/** 8 random characters that find the log line of a request. */
export function newReference(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let reference = '';
  for (const end = used + 8; used < end; used++) reference += REFERENCE_LETTERS[pool[used]! & 31];
  return reference;
}
