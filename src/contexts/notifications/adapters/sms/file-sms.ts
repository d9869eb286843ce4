import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../../kernel/ids.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import { Sms, type SmsOutcome } from '../../application/ports.js';

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
