/** What can be set from outside. */
export abstract class IdentitySettings {
  abstract readonly sessionLifeMs: number;
}
