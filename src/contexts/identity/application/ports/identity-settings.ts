export abstract class IdentitySettings {
  abstract readonly sessionLifeMs: number;
  /** Whether only accounts with a verified address may spend. */
  abstract readonly requiresVerifiedEmail: boolean;
}
