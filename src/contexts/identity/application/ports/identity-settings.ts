export abstract class IdentitySettings {
  abstract readonly sessionLifeMs: number;
}
