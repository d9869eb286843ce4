import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Every, Job, JobQueue, OldestWaiting } from '../queue/job-queue.js';
import { PagedSweep } from '../queue/paged-sweep.js';
import { describeError } from '../telemetry/describe-error.js';
import { Log } from '../telemetry/log.js';
import { EncryptedMails } from './encrypted-mails.js';
import { MailTable, type StoredMail, type WaitingMail } from './mail-table.js';
import { MailRefused, MailTransport } from './mail-transport.js';
import { SMTP_CONNECTIONS } from './smtp-mail-transport.js';

export const MAIL_JOB = 'mail';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** About nine hours in all. */
const BACKOFF_MS = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const ATTEMPTS = 15;

const FORGOTTEN_MS = 2 * MINUTE;
const CLEANUP_PAGE = 200;
/** Sent mails are kept so that their keys stay known while an event can be repeated. */
const KEPT_MS = 30 * DAY;

/** Sends mails one by one: those with a job, and those that the bulk sender could not send. */
@Injectable()
export class MailJobs {
  private readonly table: MailTable;
  private readonly waitingSweep = new PagedSweep<WaitingMail>(
    (last, limit) => this.table.waiting(this.database.clock.now() - FORGOTTEN_MS, limit, last),
    (mails) => this.queue.add(...mails.map(({ id }) => ({ name: MAIL_JOB, key: id, data: { mailId: id } }))),
  );

  constructor(
    private readonly database: Database,
    private readonly contents: EncryptedMails,
    private readonly transport: MailTransport,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {
    this.table = new MailTable(database);
  }

  /** A mail is sent twice only when the process ends between the sending and the mark. */
  @Job(MAIL_JOB, { concurrency: 2 * SMTP_CONNECTIONS, attempts: ATTEMPTS, backoffMs: BACKOFF_MS })
  async deliver({ mailId }: { readonly mailId: string }): Promise<void> {
    const row = await this.table.find(mailId);
    if (!row || row.state === 'sent') return;
    try {
      await this.transport.send(this.contents.decrypt(row));
    } catch (error) {
      if (!(await this.noteFailure(row, error))) throw error;
      return;
    }
    await this.table.markSent(row.id);
  }

  /** Adds a job for a mail that failed in bulk; without the job, the sweep finds the mail. */
  async takeOver(mail: StoredMail, error: unknown): Promise<void> {
    if (await this.noteFailure(mail, error)) return;
    const { id } = mail;
    await this.queue.add({ name: MAIL_JOB, key: id, data: { mailId: id }, delayMs: BACKOFF_MS[0]! });
  }

  @OldestWaiting('mail', 60 * MINUTE)
  oldestWaiting(): Promise<number | undefined> {
    return this.table.oldestWaiting();
  }

  /** Adds a job for waiting mails that have none. */
  @Every(MINUTE, 'mail.sweep')
  sweep(): Promise<void> {
    return this.waitingSweep.run();
  }

  /** Failed mails stay for investigation. */
  @Every(DAY, 'mail.cleanup')
  async removeOld(): Promise<void> {
    const before = this.database.clock.now() - KEPT_MS;
    while ((await this.table.removeSent(before, CLEANUP_PAGE)) === CLEANUP_PAGE);
  }

  /** True when the recipient is refused permanently. A failed mail keeps its content, so that it can be retried. */
  private async noteFailure(mail: StoredMail, error: unknown): Promise<boolean> {
    const isOver = error instanceof MailRefused;
    const attempts = mail.attempts + 1;
    const state = isOver || attempts >= ATTEMPTS ? 'failed' : 'waiting';
    await this.table.markFailed(mail.id, attempts, state, String(describeError(error)['message']).slice(0, 255));
    if (isOver) this.log.warning('mail refused', { mail: mail.id, template: mail.template }, error);
    return isOver;
  }
}
