import type { FailedLogins } from '../../domain/login-delay.js';
import type { Guesser } from './guesses.js';

/** Counts failed attempts, for all processes together. */
export abstract class FailedLoginCounts {
  abstract find(guesser: Guesser): Promise<FailedLogins>;
  /** Puts `next` in place of `seen`. False, and nothing done, when they were counted since `seen` was read. */
  abstract replace(guesser: Guesser, seen: FailedLogins, next: FailedLogins): Promise<boolean>;
  abstract clear(guesser: Guesser): Promise<void>;
  /** Removes at most `limit` counts whose last failure is older than `before`; returns how many. */
  abstract removeOlder(before: number, limit: number): Promise<number>;
}
