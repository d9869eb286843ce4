import { decodeTime, monotonicFactory } from 'ulid';
import { randomByte } from './random.js';

const next = monotonicFactory(() => randomByte() / 256);

/** A ULID: 26 characters, ordered by time within this process, 80 random bits. Not secret. */
export function newId(): string {
  return next();
}

export function idTime(id: string): number {
  return decodeTime(id);
}
