import { decodeTime, monotonicFactory } from 'ulid';
import { randomByte } from './random.js';

const next = monotonicFactory(() => randomByte() / 256);

/**
 * A new id (marker): a ULID, 26 characters, ordered by time within this process, 80 random bits.
 * Ids are no secrets; whoever needs an unguessable name draws random bytes.
 */
export function newId(): string {
  return next();
}

/** When an id was made, unix ms. */
export function madeAt(id: string): number {
  return decodeTime(id);
}
