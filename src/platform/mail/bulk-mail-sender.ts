import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { ContinuousWork } from '../queue/continuous-work.js';
import { EncryptedMails } from './encrypted-mails.js';
import { MailJobs } from './mail.jobs.js';
import { MailTable, type StoredMail } from './mail-table.js';
import { MailTransport, MailTransportDown } from './mail-transport.js';
import { SMTP_CONNECTIONS } from './smtp-mail-transport.js';

const CHUNK = 200;

/**
 * Sends bulk mails, oldest first, without a job for each. One that fails gets a job; while the transport is down, all of them
 * wait.
 */
@Injectable()
export class BulkMailSender {
  /** Call it when mails were committed. */
  readonly notify: () => void;
  private readonly table: MailTable;

  constructor(
    database: Database,
    work: ContinuousWork,
    private readonly contents: EncryptedMails,
    private readonly transport: MailTransport,
    private readonly jobs: MailJobs,
  ) {
    this.table = new MailTable(database);
    this.notify = work.add('mail.bulk', () => this.sendChunk());
  }

  private async sendChunk(): Promise<boolean> {
    const mails = await this.table.bulk(CHUNK);
    const sent: string[] = [];
    const failed: { mail: StoredMail; error: unknown }[] = [];
    let down: MailTransportDown | undefined;
    const left = mails.values();
    const sendInTurn = async () => {
      for (const mail of left) {
        try {
          await this.transport.send(this.contents.decrypt(mail));
          sent.push(mail.id);
        } catch (error) {
          if (error instanceof MailTransportDown) down = error;
          else failed.push({ mail, error });
        }
        if (down) return;
        await yieldToRequests();
      }
    };
    await Promise.all(Array.from({ length: SMTP_CONNECTIONS }, sendInTurn));
    await this.table.markAllSent(sent);
    for (const { mail, error } of failed) await this.jobs.takeOver(mail, error);
    if (down) throw down;
    return mails.length === CHUNK;
  }
}
