import { decodeTime, encodeTime, monotonicFactory, ulid } from 'ulid';
import { randomByte } from './random.js';

const random = () => randomByte() / 256;
const next = monotonicFactory(random);

/** A ULID: 26 characters, ordered by time within this process, 80 random bits. Not secret. */
export function newId(): string {
  return next();
}

/** A new id that is larger than the given one, also where that was made by a process whose clock is ahead. */
export function idAfter(id: string): string {
  const fresh = newId();
  return fresh > id ? fresh : ulid(idTime(id) + 1, random);
}

export function idTime(id: string): number {
  return decodeTime(id);
}

/** No id made at this time or later is smaller. */
export function firstIdAt(ms: number): string {
  return encodeTime(ms, 10).padEnd(26, '0');
}
