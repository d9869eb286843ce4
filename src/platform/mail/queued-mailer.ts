import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { Mailer, type MailRequest } from '../../kernel/mail.js';
import { Database } from '../database/database.js';
import { BatchWriter } from '../database/batch-writer.js';
import { JobQueue } from '../queue/job-queue.js';
import { EncryptedMails } from './encrypted-mails.js';
import { mailJob } from './mail.jobs.js';
import { Log } from '../telemetry/log.js';
import { MailRecipients } from './mail-recipients.js';
import { MailTable, type NewMail } from './mail-table.js';
import { renderMail } from './render-mail.js';
import { unprovedMail } from './unproved-mail.js';

/** Renders a mail and writes it encrypted in the caller's unit of work; a job sends it. */
@Injectable()
export class QueuedMailer extends Mailer {
  private readonly table: MailTable;
  private readonly batch = new BatchWriter<NewMail>((mails) => this.database.transaction(() => this.write(mails)));

  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly contents: EncryptedMails,
    private readonly recipients: MailRecipients,
    private readonly log: Log,
  ) {
    super();
    this.table = new MailTable(database);
  }

  /** @throws Error when the template names a value that is not given */
  async send(request: MailRequest): Promise<void> {
    const [mail] = await this.compose([request]);
    if (!mail) return;
    // Outside of units, mails of many events share a commit.
    await (this.database.inUnit ? this.write([mail]) : this.batch.add(mail));
  }

  /** @throws Error when a template names a value that is not given */
  async prepareAll(requests: readonly MailRequest[]): Promise<() => Promise<void>> {
    const mails = await this.compose(requests);
    return async () => {
      if (mails.length > 0) await this.write(mails);
    };
  }

  /** Without those that are withheld. @throws Error when a template names a value that is not given */
  async compose(requests: readonly ComposedRequest[]): Promise<NewMail[]> {
    const recipients = await this.recipients.of(requests);
    return requests.flatMap((request, place) => {
      if (recipients[place] === 'proved') return rendered(request, this.database.clock.now());
      if (recipients[place] === 'unproved') return rendered(unprovedMail(request), this.database.clock.now());
      this.log.info('a mail was withheld: its address is not proved and had enough of the day', { mail: request.template.name });
      return [];
    });
  }

  /** In the caller's unit of work, without a job. @returns ids of the new ones; those whose key exists are skipped */
  insert(mails: readonly NewMail[]): Promise<string[]> {
    return this.table.insert(mails.map((mail) => ({ ...mail, sealed: this.contents.encrypt(mail.id, mail.opened) })));
  }

  private async write(mails: readonly NewMail[]): Promise<void> {
    const ids = new Set(await this.insert(mails));
    await this.queue.add(...mails.filter(({ id }) => ids.has(id)).map(mailJob));
  }
}

/** Who repeats a mail gives its id and time (unix ms). */
type ComposedRequest = MailRequest & Partial<Pick<NewMail, 'id' | 'createdAt'>>;

function rendered(request: ComposedRequest, now: number): NewMail {
  const { id = newId(), createdAt = now, to, template, data, codes, key } = request;
  const opened = { to, content: renderMail(template, { time: formatLagosTime(createdAt), ...data }, codes) };
  return { id, key, opened, template: template.name, class: template.class, createdAt };
}
