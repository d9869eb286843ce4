import { SignJWT } from 'jose';
import { post } from '../push-http.js';
import type { ServiceAccount } from './service-account.js';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const MARGIN_MS = 60_000;

/** By a service account's signed assertion (RFC 7523), cached until they expire. */
export class GoogleAccessTokens {
  private current: Promise<{ token: string; until: number }> | undefined;

  constructor(private readonly account: ServiceAccount) {}

  async get(): Promise<string> {
    const asked = (this.current ??= this.issue());
    try {
      const { token, until } = await asked;
      if (until > Date.now()) return token;
    } catch (error) {
      this.forget(asked);
      throw error;
    }
    this.forget(asked);
    return this.get();
  }

  /** The next call gets a new token. */
  async invalidate(token: string): Promise<void> {
    const { current } = this;
    if ((await current?.catch(() => undefined))?.token === token) this.forget(current);
  }

  private forget(asked: typeof this.current): void {
    if (this.current === asked) this.current = undefined;
  }

  private async issue(): Promise<{ token: string; until: number }> {
    const { clientEmail, privateKey, tokenUrl } = this.account;
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const answer = await post(tokenUrl, { 'content-type': 'application/x-www-form-urlencoded' }, form.toString());
    const { access_token: token, expires_in: seconds } = (answer.body ?? {}) as { access_token?: unknown; expires_in?: unknown };
    if (answer.status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new Error(`Google answers ${answer.status} when asked for an access token`);
    // At least valid for the request it was issued for.
    return { token, until: Date.now() + Math.max(1_000, seconds * 1_000 - MARGIN_MS) };
  }
}
