export abstract class IdentitySettings {
  abstract readonly sessionLifeMs: number;
  /** Whether only accounts with a verified address may spend, and none changes it without the password. */
  abstract readonly requiresVerifiedEmail: boolean;
}
