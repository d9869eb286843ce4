import type { Clock } from '../../../kernel/clock.js';
import { AccessToken, type GrantedToken } from '../../http-client/access-token.js';
import type { HttpResult } from '../../http-client/http-call.js';
import type { HttpClient } from '../../http-client/http-client.js';
import { textOf } from '../../providers/fields.js';
import { type MonnifyReading, readMonnifyEnvelope } from './monnify-envelope.js';
import type { MonnifySettings } from './monnify-settings.js';

const LONGEST_TOKEN = 8_192;

/** Monnify's calls: with a token that all callers share, fetched again once where it is refused. */
export class MonnifyApi {
  private readonly token: AccessToken;

  constructor(
    private readonly settings: MonnifySettings,
    private readonly http: HttpClient,
    clock: Clock,
  ) {
    this.token = new AccessToken(clock, () => this.login());
  }

  post(path: string, body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<MonnifyReading> {
    return this.authorized((authorization) =>
      this.http.call({
        method: 'POST',
        url: this.address(path),
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs,
        ...(signal && { signal }),
      }),
    );
  }

  get(path: string, signal?: AbortSignal): Promise<MonnifyReading> {
    return this.authorized((authorization) =>
      this.http.call({
        method: 'GET',
        url: this.address(path),
        headers: { authorization },
        timeoutMs: this.settings.readTimeoutMs,
        ...(signal && { signal }),
      }),
    );
  }

  private async authorized(call: (authorization: string) => Promise<HttpResult>): Promise<MonnifyReading> {
    let result: HttpResult | undefined;
    for (let attempt = 1; attempt <= 2; attempt++) {
      let token: string;
      try {
        token = await this.token.current();
      } catch (error) {
        if (!(error instanceof LoginFailed)) throw error;
        return error.reading;
      }
      result = await call(`Bearer ${token}`);
      if (result.kind !== 'answered' || result.status !== 401) break;
      this.token.refused(token);
    }
    return readMonnifyEnvelope(result!);
  }

  private async login(): Promise<GrantedToken> {
    const { apiKey, secretKey, readTimeoutMs } = this.settings;
    const credentials = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
    const result = await this.http.call({
      method: 'POST',
      url: this.address('/api/v1/auth/login'),
      headers: { authorization: `Basic ${credentials}` },
      timeoutMs: readTimeoutMs,
    });
    const reading = readMonnifyEnvelope(result);
    if (reading.kind === 'refused') throw new LoginFailed({ ...reading, reason: `login: ${reading.reason}` });
    // Without a token nothing was asked for.
    if (reading.kind !== 'success') throw new LoginFailed({ kind: 'not_sent', cause: `login: ${reading.cause}` });
    const token = textOf(reading.body['accessToken'], LONGEST_TOKEN);
    const expiresInSeconds = Number(reading.body['expiresIn']);
    if (!/^[\x21-\x7e]+$/.test(token) || !(expiresInSeconds > 0))
      throw new LoginFailed({ kind: 'not_sent', cause: 'login: an answer that does not fit' });
    return { token, expiresInSeconds };
  }

  private address(path: string): URL {
    return new URL(`${this.settings.url}${path}`);
  }
}

class LoginFailed extends Error {
  constructor(readonly reading: MonnifyReading) {
    super('login failed');
    this.name = 'LoginFailed';
  }
}
