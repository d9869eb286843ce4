import type { z } from 'zod';
import type { VtpassSettings } from './vtpass-settings.js';
import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { HttpClient } from '../../../../platform/http-client/http-client.js';

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
