import { join } from 'node:path';
import type { Config } from '../../../platform/config/config.js';
import type { HttpClient } from '../../../platform/http-client/http-client.js';
import type { Log } from '../../../platform/telemetry/log.js';
import { Sms, type SmsOutcome } from '../application/ports.js';
import type { NotificationsEnvironment } from '../notifications.settings.js';
import { FileSms } from './sms/file-sms.js';
import { HttpSms } from './sms/http-sms.js';

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
