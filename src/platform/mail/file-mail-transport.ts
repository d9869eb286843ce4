import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeEml } from './eml.js';
import { MailTransport, MailTransportDown, type OutgoingMail } from './mail-transport.js';

/** Writes each mail to an `.eml` file, named so that files sort by time. */
export class FileMailTransport extends MailTransport {
  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  /** Synchronous, because four asynchronous calls cost four times as much as the writing. */
  async send(mail: OutgoingMail): Promise<void> {
    const time = new Date(mail.createdAt).toISOString().replace(/[-:.]/g, '');
    const path = join(this.folder, `${time}-${mail.id}.eml`);
    // Renamed at the end, so that a reader never sees part of a mail.
    const unfinished = join(this.folder, `.${mail.id}.part`);
    const message = composeEml(mail, this.from);
    try {
      this.write(unfinished, message);
      renameSync(unfinished, path);
    } catch (error) {
      throw new MailTransportDown(error as Error);
    }
  }

  /** Creates the folder when it is missing. */
  private write(path: string, content: string): void {
    try {
      writeFileSync(path, content, { mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(path, content, { mode: 0o600 });
    }
  }

  close(): void {
    // No file stays open.
  }
}
