export abstract class SignInSettings {
  abstract readonly sessionLifeMs: number;
  /** A session of staff ends this long after its last signed request. */
  abstract readonly staffIdleMs: number;
  /** Whether only accounts with a verified address may spend, and none changes it without the password. */
  /** After a reset, without the transaction PIN of before. */
  abstract readonly coolingOffMs: number;
  abstract readonly requiresVerifiedEmail: boolean;
}
