/** What Google says about whoever holds a token; the address is verified there. */
export interface GoogleAccount {
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  /** May be empty. */
  readonly lastName: string;
}

/** Google's ID tokens. */
export abstract class GoogleAccounts {
  /**
   * @throws Failure `identity.google_off` where it is not configured, `identity.google_refused` when the token is not good or
   *   the address is not verified, `identity.google_unreachable` when Google's keys cannot be read
   */
  abstract read(idToken: string): Promise<GoogleAccount>;
}
