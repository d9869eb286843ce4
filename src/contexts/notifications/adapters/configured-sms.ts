import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../kernel/ids.js';
import type { Log } from '../../../platform/telemetry/log.js';
import { Sms, type SmsOutcome } from '../notifications.js';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import { isRetryable } from './push-http.js';
import type { Config } from '../../../platform/config/config.js';
import type { NotificationsEnvironment } from '../notifications.settings.js';

/** For development: writes each message to a file, because the log is no place for numbers and codes. */
export class FileSms extends Sms {
  override readonly writesFiles = true;

  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {
    super();
  }

  async send(to: string, text: string): Promise<SmsOutcome> {
    const id = newId();
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(join(this.folder, `${id}.txt`), `To: ${to}\n\n${text}\n`, { mode: 0o600, flag: 'wx' });
    this.log.info('text message', { message: id });
    return 'sent';
  }
}

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

/** In production nobody reads files, so that a code in one would be said to be sent and never arrive. */
class NoSms extends Sms {
  send(): Promise<SmsOutcome> {
    return Promise.resolve('unconfigured');
  }
}

export function configuredSms(
  { sms }: Pick<NotificationsEnvironment, 'sms'>,
  { dataDir, production }: Pick<Config, 'dataDir' | 'production'>,
  http: HttpClient,
  log: Log,
): Sms {
  if (sms) return new HttpSms(http, sms, log);
  return production ? new NoSms() : new FileSms(join(dataDir, 'sms'), log);
}
