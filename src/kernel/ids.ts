import { createHash } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory, ulid, type ULIDFactory } from 'ulid';
import { randomFraction, type RandomPool, randomPool } from './random.js';
import { type TimeSource, timeSource, wallMs } from './timers.js';

interface Factory {
  readonly source: TimeSource;
  readonly next: ULIDFactory;
}

/** One for each process, of which a simulation has several. Ids of one time say nothing of another. */
const factories = new WeakMap<RandomPool, Factory>();

/** A ULID: 26 characters, ordered by time within this process, 80 random bits. Not secret. */
export function newId(): string {
  const [pool, source] = [randomPool(), timeSource()];
  let factory = factories.get(pool);
  if (factory?.source !== source) {
    factory = { source, next: monotonicFactory(() => pool.byte() / 256) };
    factories.set(pool, factory);
  }
  return factory.next(wallMs());
}

/** A new id that is larger than the given one, also where that was made by a process whose clock is ahead. */
export function idAfter(id: string): string {
  const fresh = newId();
  return fresh > id ? fresh : ulid(idTime(id) + 1, randomFraction);
}

export function idTime(id: string): number {
  return decodeTime(id);
}

/** No id made at this time or later is smaller. */
export function firstIdAt(ms: number): string {
  return encodeTime(ms, 10).padEnd(26, '0');
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;

/**
 * Of what a recipient is told about a cause, so that a repetition has the same id. It is another id of the time of the cause. Applied to
 * that one it is the id of the cause.
 */
export function idFor(recipientId: string, causeId: string): string {
  const mask = createHash('sha256').update(recipientId).digest();
  const random = Array.from(
    causeId.slice(TIME_LENGTH),
    (letter, place) => ALPHABET[ALPHABET.indexOf(letter) ^ (mask[place]! & 31)],
  );
  return causeId.slice(0, TIME_LENGTH) + random.join('');
}
