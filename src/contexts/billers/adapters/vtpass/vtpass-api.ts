import { MinLength } from 'class-validator';
import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import { IsWord } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import { newId } from '../../../../kernel/ids.js';
import type { z } from 'zod';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';

export class VtpassVariables {
  @IsAddress('/api') VTPASS_URL: string;
  @IsWord() VTPASS_API_KEY: string;
  @IsWord() VTPASS_PUBLIC_KEY: string;
  @IsWord() VTPASS_SECRET_KEY: string;
  @MinLength(24, { message: '$property must have at least 24 characters' }) VTPASS_WEBHOOK_TOKEN: string;
}

export interface VtpassSettings extends ProviderTimes {
  readonly url: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly webhookToken: string;
}

export function vtpassSettings(variables: VtpassVariables, times: ProviderTimes): VtpassSettings {
  return {
    ...times,
    url: variables.VTPASS_URL,
    apiKey: variables.VTPASS_API_KEY,
    publicKey: variables.VTPASS_PUBLIC_KEY,
    secretKey: variables.VTPASS_SECRET_KEY,
    webhookToken: variables.VTPASS_WEBHOOK_TOKEN,
  };
}

/** Lagos has no summer time. */
const LAGOS_OFFSET_MS = 3_600_000;

/** The minute in Lagos (`YYYYMMDDHHmm`), which VTpass refuses on another day there, and an id of ours. */
export function vtpassReference(now: number): string {
  const minute = new Date(now + LAGOS_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 12);
  return minute + newId();
}

/** VTpass over HTTP: reads carry the public key, everything else the secret one. */
export class VtpassApi {
  constructor(
    private readonly http: HttpClient,
    private readonly settings: VtpassSettings,
  ) {}

  post(path: string, body: Readonly<Record<string, unknown>>, timeoutMs: number, signal: AbortSignal): Promise<HttpResult> {
    const { apiKey, secretKey } = this.settings;
    return this.http.call({
      method: 'POST',
      url: this.url(path),
      headers: { 'content-type': 'application/json', 'api-key': apiKey, 'secret-key': secretKey },
      body: JSON.stringify(body),
      timeoutMs,
      signal,
    });
  }

  /** @throws Error where there is no answer of this form */
  async read<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const { apiKey, publicKey, readTimeoutMs } = this.settings;
    const headers = { 'api-key': apiKey, 'public-key': publicKey };
    const result = await this.http.call({ method: 'GET', url: this.url(path), headers, timeoutMs: readTimeoutMs, signal });
    return readAnswer(result, schema);
  }

  private url(path: string): URL {
    return new URL(this.settings.url + path);
  }
}

/** @throws Error naming no content of the answer */
export function readAnswer<T>(result: HttpResult, schema: z.ZodType<T>): T {
  if (result.kind !== 'answered') throw new Error(`VTpass cannot be read: ${result.cause}`);
  let json: unknown;
  try {
    json = JSON.parse(result.body);
  } catch {
    throw new Error(`VTpass answers HTTP ${result.status} and no JSON`);
  }
  const read = schema.safeParse(json);
  if (result.status >= 300 || !read.success) throw new Error(`VTpass answers HTTP ${result.status} in another form`);
  return read.data;
}
