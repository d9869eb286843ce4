import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4096);
let used = pool.length;

/** A random byte of the system's generator, which is asked for many at a time: a call for each would cost more than what it is for. */
export function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++]!;
}
