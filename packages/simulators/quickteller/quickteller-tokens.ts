import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Reply } from '../shared/fault.js';
import type { Contract } from './quickteller-pay-check.js';

/** The token endpoint. */
export class QuicktellerTokens {
  lifeSeconds = 3_599;
  /** So far. */
  granted = 0;
  private readonly until = new Map<string, number>();

  constructor(private readonly contract: Contract) {}

  grant({ headers }: IncomingMessage, body: string): Reply {
    const { clientId, clientSecret, terminalId } = this.contract;
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    if (!isForm || new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    if (headers.authorization !== `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
      return { status: 401, body: { error: 'invalid_client' } };
    this.granted++;
    const token = randomBytes(24).toString('base64url');
    this.until.set(`Bearer ${token}`, Date.now() + this.lifeSeconds * 1_000);
    return {
      status: 200,
      body: {
        access_token: token,
        token_type: 'bearer',
        expires_in: this.lifeSeconds,
        scope: 'profile',
        jti: randomBytes(8).toString('hex'),
        merchant_code: 'MX1',
        terminalId,
      },
    };
  }

  accepts({ headers }: IncomingMessage): boolean {
    return (this.until.get(headers.authorization ?? '') ?? 0) > Date.now();
  }

  /** Every one ends at once. */
  end(): void {
    this.until.clear();
  }
}
