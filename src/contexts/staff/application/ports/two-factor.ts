/** One-time codes from an authenticator app: SHA-1, 6 digits, 30 s. */
export abstract class TwoFactor {
  /** A new secret in base32. */
  abstract drawSecret(): string;
  /** What an authenticator app scans. */
  abstract link(secret: string, account: string): string;
  /** Which step of time (unix seconds / 30) the code is of: the present one, the one before or the next; undefined when it is none of them. */
  abstract stepOf(secret: string, code: string, now: number): number | undefined;
}
