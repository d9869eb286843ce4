/** The verified claims of an ID token. */
export interface GoogleAccount {
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  /** May be empty. */
  readonly lastName: string;
}

export abstract class GoogleAccounts {
  /**
   * @throws Failure `identity.google_off` where it is not configured, `identity.google_refused` when the token is not good or
   *   the address is not verified, `identity.google_unreachable` when Google's keys cannot be read
   */
  abstract read(idToken: string): Promise<GoogleAccount>;
}
