import { Injectable } from '@nestjs/common';
import { SecretBox } from '../crypto/secret-box.js';
import { Database } from '../database/database.js';
import { Every, Job, JobQueue, OldestWaiting } from '../queue/job-queue.js';
import { PagedSweep } from '../queue/paged-sweep.js';
import { describeError } from '../telemetry/describe-error.js';
import { Log } from '../telemetry/log.js';
import { MailTable, type StoredMail, type WaitingMail } from './mail-table.js';
import { MailRefused, MailTransport } from './mail-transport.js';
import type { RenderedMail } from './render-mail.js';
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
/** A sent mail is kept for its key, which keeps its event from being told twice; no event comes again so late. */
const KEPT_MS = 30 * DAY;

/** What a mail row keeps sealed. */
export type SealedMail = RenderedMail & { readonly to: string };

/** Sends the mails that were written down. */
@Injectable()
export class MailJobs {
  private readonly table: MailTable;
  private readonly waitingSweep = new PagedSweep<WaitingMail>(
    (last, limit) => this.table.waiting(this.database.clock.now() - FORGOTTEN_MS, limit, last),
    (mails) => this.queue.add(...mails.map(({ id }) => ({ name: MAIL_JOB, key: id, data: { mailId: id } }))),
  );

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
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
    const { id, createdAt } = row;
    try {
      await this.transport.send({ id, createdAt, ...(JSON.parse(this.secrets.decrypt(row.sealed, id)) as SealedMail) });
    } catch (error) {
      const isOver = error instanceof MailRefused;
      await this.noteFailure(row, error, isOver);
      if (!isOver) throw error;
      this.log.warning('mail refused', { mail: id, template: row.template }, error);
      return;
    }
    await this.table.markSent(id);
  }

  @OldestWaiting('mail', 60 * MINUTE)
  oldestWaiting(): Promise<number | undefined> {
    return this.table.oldestWaiting();
  }

  /** Adds a job for mails that still wait and have none. */
  @Every(MINUTE, 'mail.sweep')
  sweep(): Promise<void> {
    return this.waitingSweep.run();
  }

  /** Removes mails that were sent long ago; those that failed stay to be looked at. */
  @Every(DAY, 'mail.cleanup')
  async removeOld(): Promise<void> {
    const before = this.database.clock.now() - KEPT_MS;
    while ((await this.table.removeSent(before, CLEANUP_PAGE)) === CLEANUP_PAGE);
  }

  /** A failed mail keeps its content, so that it can be retried. */
  private async noteFailure(mail: StoredMail, error: unknown, isOver: boolean): Promise<void> {
    const attempts = mail.attempts + 1;
    const state = isOver || attempts >= ATTEMPTS ? 'failed' : 'waiting';
    await this.table.markFailed(mail.id, attempts, state, String(describeError(error)['message']).slice(0, 255));
  }
}
