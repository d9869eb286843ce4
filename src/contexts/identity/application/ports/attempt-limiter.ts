import type { DelayRule } from '../../domain/login-delay.js';

export interface AttemptKey {
  /** An e-mail address, with or without an account, or another name of the secret. */
  readonly subject: string;
  /** Empty where attempts from all addresses count together. */
  readonly ip: string;
}

/** After some failures, five unless a rule is given, attempts are delayed by 1 s, doubling to 15 min. */
export abstract class AttemptLimiter {
  /**
   * Counts the attempt before the check, for parallel ones; success clears the count, or with a rule leaves it as it was. Call
   * it outside of a unit of work. @throws Failure `identity.login_delayed`
   */
  abstract attempt(key: AttemptKey, check: () => Promise<boolean>, rule?: DelayRule): Promise<boolean>;
}
