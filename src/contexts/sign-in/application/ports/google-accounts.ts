export interface GoogleAccount {
  /** Google's identifier, which never changes and is never given to another person. */
  readonly sub: string;
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The same for the same token, however its signature is written. */
  readonly tokenDigest: string;
  readonly tokenExpires: number;
}

export abstract class GoogleAccounts {
  /**
   * @param nonce where given, the token must hold it
   * @throws Failure `sign_in.google_off`, `google_refused` (also for an unverified address), `google_unreachable`
   */
  abstract read(idToken: string, nonce: string | undefined): Promise<GoogleAccount>;
}
