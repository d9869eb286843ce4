/** What is attempted, and from where; failures of the pair are counted. */
export interface AttemptKey {
  /** An e-mail address, which may or may not be an account's, or another name of the secret. */
  readonly subject: string;
  /** Empty where attempts from all addresses count together. */
  readonly ip: string;
}

/** Limits attempts at secrets: after five failures a delay of 1 s, doubling to 15 min. */
export abstract class AttemptLimiter {
  /**
   * Runs the check and returns its result. The attempt is counted before the check, so that parallel attempts get no more tries
   * than serial ones; a right one clears the failures. Call it outside of a unit of work, so that the count is not rolled back.
   * @throws Failure `identity.login_delayed` after too many failures, before the check
   */
  abstract attempt(key: AttemptKey, check: () => Promise<boolean>): Promise<boolean>;
}
