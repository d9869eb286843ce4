import type { Clock } from '../../kernel/clock.js';

export interface GrantedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Renewed this long before its end, or after three quarters of a short life. */
const RENEW_EARLY_MS = 60_000;
const RENEW_EARLY_PART = 0.25;

/** A token of a provider, fetched once for all concurrent callers. */
export class AccessToken {
  private held: { readonly token: string; readonly renewAt: number } | undefined;
  private fetching: Promise<string> | undefined;

  /** @param fetch asks the provider; its errors reach every waiting caller, and the next caller asks again */
  constructor(
    private readonly clock: Clock,
    private readonly fetch: () => Promise<GrantedToken>,
  ) {}

  async current(): Promise<string> {
    if (this.held && this.clock.now() < this.held.renewAt) return this.held.token;
    this.fetching ??= this.renew().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  /** After a 401: other callers may have replaced the token already. */
  refused(token: string): void {
    if (this.held?.token === token) this.held = undefined;
  }

  private async renew(): Promise<string> {
    const askedAt = this.clock.now();
    const { token, expiresInSeconds } = await this.fetch();
    const lifeMs = expiresInSeconds * 1_000;
    this.held = { token, renewAt: askedAt + lifeMs - Math.min(RENEW_EARLY_MS, lifeMs * RENEW_EARLY_PART) };
    return token;
  }
}
