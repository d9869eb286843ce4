import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { Mailer, type MailRequest } from '../../kernel/mail.js';
import { Database } from '../database/database.js';
import { BatchWriter } from '../database/batch-writer.js';
import { JobQueue } from '../queue/job-queue.js';
import { BulkMailSender } from './bulk-mail-sender.js';
import { EncryptedMails } from './encrypted-mails.js';
import { mailJob } from './mail.jobs.js';
import { Log } from '../telemetry/log.js';
import { MailRecipients } from './mail-recipients.js';
import { MailTable, type NewMail } from './mail-table.js';
import { renderMail } from './render-mail.js';
import { unprovedMail } from './unproved-mail.js';

/** Renders a mail and writes it encrypted in the caller's unit of work; a job or the bulk sender sends it. */
@Injectable()
export class QueuedMailer extends Mailer {
  private readonly table: MailTable;
  private readonly batch = new BatchWriter<NewMail>((mails) => this.database.transaction(() => this.write(mails)));

  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly contents: EncryptedMails,
    private readonly bulk: BulkMailSender,
    private readonly recipients: MailRecipients,
    private readonly log: Log,
  ) {
    super();
    this.table = new MailTable(database);
  }

  /** @throws Error when the template names a value that is not given */
  async send(request: MailRequest): Promise<void> {
    const [mail] = await this.prepare([request]);
    if (!mail) return;
    // Outside of units, mails of many events share a commit.
    await (this.database.inUnit ? this.write([mail]) : this.batch.add(mail));
  }

  /** @throws Error when a template names a value that is not given */
  async prepareAll(requests: readonly MailRequest[]): Promise<() => Promise<void>> {
    const mails = await this.prepare(requests);
    const inBulk = mails.filter((mail) => mail.class === 'money');
    const singly = mails.filter((mail) => mail.class !== 'money');
    return async () => {
      if (singly.length > 0) await this.write(singly);
      await this.table.insertBulk(inBulk);
      this.database.afterCommit(() => this.bulk.notify(inBulk));
    };
  }

  /** Without those that are withheld. */
  private async prepare(requests: readonly MailRequest[]): Promise<NewMail[]> {
    const recipients = await this.recipients.of(requests);
    return requests.flatMap((request, place) => {
      if (recipients[place] === 'proved') return this.rendered(request);
      if (recipients[place] === 'unproved') return this.rendered(unprovedMail(request));
      this.log.info('a mail was withheld: its address is not proved and had enough of the day', { mail: request.template.name });
      return [];
    });
  }

  private rendered({ to, template, data, codes, key }: MailRequest): NewMail {
    const id = newId();
    const createdAt = this.database.clock.now();
    const opened = { to, content: renderMail(template, { time: formatLagosTime(createdAt), ...data }, codes) };
    const sealed = this.contents.encrypt(id, opened);
    return { id, key, sealed, opened, template: template.name, class: template.class, createdAt };
  }

  private async write(mails: readonly NewMail[]): Promise<void> {
    const ids = new Set(await this.table.insert(mails));
    await this.queue.add(...mails.filter(({ id }) => ids.has(id)).map(mailJob));
  }
}
