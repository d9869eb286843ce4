import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { Mailer, type MailRequest } from '../../kernel/mail.js';
import { Config } from '../config/config.js';
import { SecretBox } from '../crypto/secret-box.js';
import { Database } from '../database/database.js';
import { BatchWriter } from '../database/batch-writer.js';
import { JobQueue } from '../queue/job-queue.js';
import { MAIL_JOB, type SealedMail } from './mail.jobs.js';
import { MailTable, type NewMail } from './mail-table.js';
import { senderName } from './mail-transport.js';
import { renderMail } from './render-mail.js';

/** Renders a mail, stores it encrypted in the caller's unit of work, and queues the sending. */
@Injectable()
export class QueuedMailer extends Mailer {
  private readonly table: MailTable;
  private readonly batch = new BatchWriter<NewMail>((mails) => this.database.transaction(() => this.write(mails)));

  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly secrets: SecretBox,
    private readonly config: Config,
  ) {
    super();
    this.table = new MailTable(database);
  }

  /** @throws Error when a template variable is missing */
  async send({ to, template, data, key }: MailRequest): Promise<void> {
    const id = newId();
    const content: SealedMail = { to, ...renderMail(template, data, senderName(this.config.mailFrom)) };
    const sealed = this.secrets.encrypt(JSON.stringify(content), id);
    const mail = { id, key, sealed, template: template.name, createdAt: this.database.clock.now() };
    // Events are told by the thousand and outside of units: their mails share a commit.
    await (this.database.inUnit ? this.write([mail]) : this.batch.add(mail));
  }

  private async write(mails: readonly NewMail[]): Promise<void> {
    const ids = await this.table.insert(mails);
    await this.queue.add(...ids.map((mailId) => ({ name: MAIL_JOB, key: mailId, data: { mailId } })));
  }
}
