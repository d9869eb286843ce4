export interface GoogleAccount {
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export abstract class GoogleAccounts {
  /** @throws Failure `identity.google_off`, `google_refused` (also for an unverified address), `google_unreachable` */
  abstract read(idToken: string): Promise<GoogleAccount>;
}
