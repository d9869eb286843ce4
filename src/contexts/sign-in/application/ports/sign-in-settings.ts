export abstract class SignInSettings {
  abstract readonly sessionLifeMs: number;
  /** A session of staff ends this long after its last signed request. */
  abstract readonly staffIdleMs: number;
  /** After a reset, without the transaction PIN of before. */
  abstract readonly coolingOffMs: number;
  /** Whether only accounts with a verified address may spend, and none changes it without the password. */
  abstract readonly requiresVerifiedEmail: boolean;
  /** How long records of logins, and of their places, are kept; 0: for ever. */
  abstract readonly loginRecordDays: number;
}
