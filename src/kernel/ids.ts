import { decodeTime, monotonicFactory } from 'ulid';
import { randomByte } from './random.js';

const next = monotonicFactory(() => randomByte() / 256);

/**
 * A new id (marker): a ULID, 26 characters, ordered by time within this process, 80 random bits.
 * Ids are not secret; unguessable names use random bytes instead.
 */
export function newId(): string {
  return next();
}

/** Creation time of an id, unix ms. */
export function idTime(id: string): number {
  return decodeTime(id);
}
