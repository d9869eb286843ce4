/** One-time codes from an authenticator app: SHA-1, 6 digits, 30 s. */
export abstract class TwoFactor {
  abstract drawSecret(): string;
  /** The `otpauth:` URI for an authenticator app. */
  abstract link(secret: string, account: string): string;
  /** The time step (unix seconds / 30) of a current code, one step of clock difference allowed; undefined for a wrong code. */
  abstract stepOf(secret: string, code: string, now: number): number | undefined;
}
