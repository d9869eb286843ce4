import type { HttpResult } from '../../http-client/http-call.js';
import type { HttpClient } from '../../http-client/http-client.js';
import type { PaystackSettings } from './paystack-settings.js';

/** Paystack's calls, each sent at most once. */
export class PaystackApi {
  constructor(
    private readonly settings: PaystackSettings,
    private readonly http: HttpClient,
  ) {}

  post(path: string, body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<HttpResult> {
    return this.http.call({
      method: 'POST',
      url: this.address(path),
      headers: { ...this.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
      ...(signal && { signal }),
    });
  }

  get(path: string, signal?: AbortSignal): Promise<HttpResult> {
    return this.http.call({
      method: 'GET',
      url: this.address(path),
      headers: this.authorization,
      timeoutMs: this.settings.readTimeoutMs,
      ...(signal && { signal }),
    });
  }

  private address(path: string): URL {
    return new URL(`${this.settings.url}${path}`);
  }

  private get authorization() {
    return { authorization: `Bearer ${this.settings.secretKey}` };
  }
}
