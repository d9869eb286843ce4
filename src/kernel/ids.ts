import { decodeTime, encodeTime, monotonicFactory, ulid, type ULIDFactory } from 'ulid';
import { randomFraction, type RandomPool, randomPool } from './random.js';
import { wallMs } from './timers.js';

/** One for each process, of which a simulation has several. */
const factories = new WeakMap<RandomPool, ULIDFactory>();

/** A ULID: 26 characters, ordered by time within this process, 80 random bits. Not secret. */
export function newId(): string {
  const pool = randomPool();
  let next = factories.get(pool);
  if (!next) factories.set(pool, (next = monotonicFactory(() => pool.byte() / 256)));
  return next(wallMs());
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
