import type { FailedLogins } from '../../domain/login-delay.js';
import type { AttemptKey } from './attempt-limiter.js';

export abstract class FailedLoginCounts {
  abstract find(key: AttemptKey): Promise<FailedLogins>;
  /** Compare and set: false when the count changed since `expected` was read. */
  abstract replace(key: AttemptKey, expected: FailedLogins, next: FailedLogins): Promise<boolean>;
  abstract clear(key: AttemptKey): Promise<void>;
  /** Removes at most `limit` counts older than `before`; returns how many. */
  abstract removeOlder(before: number, limit: number): Promise<number>;
}
