import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { composeMessage, MailTransport, type OutgoingMail } from './mail-transport.js';

/** Writes each mail to an `.eml` file whose name sorts by time. For the embedded default and for development. */
export class FileMailTransport extends MailTransport {
  private readonly transporter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(
    private readonly folder: string,
    private readonly from: string,
  ) {
    super();
  }

  async send(mail: OutgoingMail): Promise<void> {
    const { message } = await this.transporter.sendMail(composeMessage(mail, this.from));
    const time = new Date(mail.createdAt).toISOString().replace(/[-:.]/g, '');
    const path = join(this.folder, `${time}-${mail.id}.eml`);
    // Renamed when complete, so that a reader of the folder never sees a partial mail.
    const unfinished = join(this.folder, `.${mail.id}.part`);
    await this.write(unfinished, message as Buffer);
    await rename(unfinished, path);
  }

  private async write(path: string, content: Buffer): Promise<void> {
    try {
      await writeFile(path, content, { mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(path, content, { mode: 0o600 });
    }
  }

  close(): void {
    // No file stays open.
  }
}
