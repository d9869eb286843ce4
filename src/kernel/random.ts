import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4096);
let used = pool.length;

/** System randomness is read in large blocks because each call is expensive. */
export function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++]!;
}
