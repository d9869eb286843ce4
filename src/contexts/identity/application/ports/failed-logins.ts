import type { FailedLogins } from '../../domain/login-delay.js';
import type { Guesser } from './guesses.js';

/** Counts failed attempts, for all processes together. */
export abstract class FailedLoginCounts {
  abstract find(guesser: Guesser): Promise<FailedLogins>;
  abstract add(guesser: Guesser, now: number): Promise<void>;
  abstract clear(guesser: Guesser): Promise<void>;
  /** Removes at most `limit` counts whose last failure is older than `before`; returns how many. */
  abstract removeOlder(before: number, limit: number): Promise<number>;
}
