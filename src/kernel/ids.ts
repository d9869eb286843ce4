import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import { randomByte } from './random.js';

const next = monotonicFactory(() => randomByte() / 256);

/** A ULID: 26 characters, ordered by time within this process, 80 random bits. Not secret. */
export function newId(): string {
  return next();
}

export function idTime(id: string): number {
  return decodeTime(id);
}

/** No id made at this time or later is smaller. */
export function firstIdAt(ms: number): string {
  return encodeTime(ms, 10).padEnd(26, '0');
}
