import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import { IsWord, toNumber } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import type { z } from 'zod';
import type { Clock } from '../../../../kernel/clock.js';
import { AccessToken, type GrantedToken } from '../../../../platform/http-client/access-token.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import { lowered, tokenAnswer } from './quickteller-answers.js';

export class QuicktellerVariables {
  @IsAddress('/api/v5') QUICKTELLER_URL: string;
  @IsAddress() QUICKTELLER_TOKEN_URL: string;
  @IsWord() QUICKTELLER_CLIENT_ID: string;
  @IsWord() QUICKTELLER_CLIENT_SECRET: string;
  @IsWord() QUICKTELLER_TERMINAL_ID: string;
  @Matches(/^[0-9]{4}$/, { message: '$property must be 4 digits' }) QUICKTELLER_REFERENCE_PREFIX: string;
  @toNumber @IsInt() @Min(12) @Max(20) QUICKTELLER_REFERENCE_LENGTH: number = 12;
  @IsIn(['local', 'international']) QUICKTELLER_PHONE_FORM: 'local' | 'international' = 'local';
}

export interface QuicktellerSettings extends ProviderTimes {
  readonly url: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly terminalId: string;
  readonly referencePrefix: string;
  readonly referenceLength: number;
  readonly phoneForm: 'local' | 'international';
}

export function quicktellerSettings(variables: QuicktellerVariables, times: ProviderTimes): QuicktellerSettings {
  return {
    ...times,
    url: variables.QUICKTELLER_URL,
    tokenUrl: variables.QUICKTELLER_TOKEN_URL,
    clientId: variables.QUICKTELLER_CLIENT_ID,
    clientSecret: variables.QUICKTELLER_CLIENT_SECRET,
    terminalId: variables.QUICKTELLER_TERMINAL_ID,
    referencePrefix: variables.QUICKTELLER_REFERENCE_PREFIX,
    referenceLength: variables.QUICKTELLER_REFERENCE_LENGTH,
    phoneForm: variables.QUICKTELLER_PHONE_FORM,
  };
}

export class QuicktellerApi {
  private readonly token: AccessToken;

  constructor(
    private readonly http: HttpClient,
    private readonly settings: QuicktellerSettings,
    clock: Clock,
  ) {
    this.token = new AccessToken(clock, () => this.fetchToken());
  }

  /** A 401 means that the token was refused before anything was done, so the call goes once more with a new one. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    body: Readonly<Record<string, unknown>> | undefined,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<HttpResult> {
    for (let attempt = 1; ; attempt++) {
      let token: string;
      try {
        token = await this.token.current();
      } catch {
        return { kind: 'not_sent', cause: 'no token' };
      }
      const result = await this.http.call({
        method,
        url: new URL(this.settings.url + path),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          TerminalID: this.settings.terminalId,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        timeoutMs,
        signal,
      });
      if (result.kind !== 'answered' || result.status !== 401 || attempt === 2) return result;
      this.token.refused(token);
    }
  }

  /** @throws Error where there is no answer of this form */
  async read<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    return readAnswer(await this.call('GET', path, undefined, this.settings.readTimeoutMs, signal), schema);
  }

  private async fetchToken(): Promise<GrantedToken> {
    const { tokenUrl, clientId, clientSecret, readTimeoutMs } = this.settings;
    const result = await this.http.call({
      method: 'POST',
      url: new URL(tokenUrl),
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      timeoutMs: readTimeoutMs,
    });
    const { access_token: token, expires_in: expiresInSeconds } = readAnswer(result, tokenAnswer);
    return { token, expiresInSeconds };
  }
}

/** @throws Error naming no content of the answer */
export function readAnswer<T>(result: HttpResult, schema: z.ZodType<T>): T {
  if (result.kind !== 'answered') throw new Error(`Quickteller cannot be read: ${result.cause}`);
  let json: unknown;
  try {
    json = JSON.parse(result.body);
  } catch {
    throw new Error(`Quickteller answers HTTP ${result.status} and no JSON`);
  }
  const read = schema.safeParse(lowered(json));
  if (result.status >= 300 || !read.success) throw new Error(`Quickteller answers HTTP ${result.status} in another form`);
  return read.data;
}
