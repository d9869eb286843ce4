import { Injectable } from '@nestjs/common';
import { type MailRequest, type Recipient, RecipientRules, type MailTemplate, Mailer } from '../../kernel/mail.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { newId } from '../../kernel/ids.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { Database } from '../database/database.js';
import { BatchWriter } from '../database/batch-writer.js';
import { JobQueue } from '../queue/job-queue.js';
import { EncryptedMails } from './encrypted-mails.js';
import { mailJob } from './mail.jobs.js';
import { Log } from '../telemetry/log.js';
import { MailTable, type NewMail } from './mail-table.js';
import { renderMail } from './render-mail.js';

@Injectable()
export class MailRecipients extends Registry<RecipientRules> {
  constructor(contributions: Contributions) {
    super(contributions, RecipientRules, 'one');
  }

  of(mails: readonly MailRequest[]): Promise<readonly Recipient[]> {
    return this.entry.of(mails);
  }
}

/** Data that the service writes itself. All other may be the text of somebody, who chooses whom it is mailed to. */
const OURS = new Set(
  (
    'agentName amount balance change code count date facts fee from ip kind next order ordered otherAddress ' +
    'payments reference referenceId registrationId secrets status time to total'
  ).split(' '),
);
/** Words that sentences cannot do without. */
const STAND_INS: Readonly<Record<string, string>> = { other: 'another user', item: 'a service', biller: 'the provider' };

const nameless = new WeakMap<MailTemplate, MailTemplate>();

/** The mail for an address that nobody proved: without anybody's text, so that none can be mailed to strangers in our name. */
export function unprovedMail<Request extends MailRequest>({ template, data, ...request }: Request) {
  let plain = nameless.get(template);
  if (!plain) nameless.set(template, (plain = withoutGreeting(template)));
  const ours = Object.entries(data).map(([name, value]) => [name, OURS.has(name) ? value : (STAND_INS[name] ?? '')] as const);
  return { ...request, template: plain, data: Object.fromEntries(ours) };
}

function withoutGreeting({ greeting: _, ...template }: MailTemplate): MailTemplate {
  return template;
}

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
