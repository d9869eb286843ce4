import type { HttpClient } from '../../../../platform/http-client/http-client.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import { Sms, type SmsOutcome } from '../../application/ports.js';
import { isRetryable } from '../push-http.js';

const TIMEOUT_MS = 10_000;

export interface SmsGateway {
  readonly url: string;
  readonly token: string;
  readonly sender: string;
}

/** A gateway that takes `{to, from, text}` as JSON. What may have been sent counts as sent. */
export class HttpSms extends Sms {
  constructor(
    private readonly http: HttpClient,
    private readonly gateway: SmsGateway,
    private readonly log: Log,
  ) {
    super();
  }

  async send(to: string, text: string): Promise<SmsOutcome> {
    const { url, token, sender } = this.gateway;
    const result = await this.http.call({
      method: 'POST',
      url: new URL(url),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to, from: sender, text }),
      timeoutMs: TIMEOUT_MS,
    });
    if (result.kind === 'unknown' || (result.kind === 'answered' && result.status >= 200 && result.status < 300)) return 'sent';
    // The answer may quote number and text.
    const answer = result.kind === 'answered' ? { status: result.status } : { cause: result.cause };
    this.log.warning('text message not sent', answer);
    return result.kind === 'not_sent' || isRetryable(result.status) ? 'unavailable' : 'refused';
  }
}
