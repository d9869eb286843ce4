import { Injectable } from '@nestjs/common';
import { removedBefore } from '../config/retention.js';
import { Database } from '../database/database.js';
import type { MailClass } from '../../kernel/mail.js';
import { Every, Job, JobQueue, type JobRequest, OldestWaiting } from '../queue/job-queue.js';
import { PagedSweep } from '../queue/paged-sweep.js';
import { describeError } from '../telemetry/describe-error.js';
import { Log } from '../telemetry/log.js';
import { EncryptedMails } from './encrypted-mails.js';
import { MailEnvironment } from './mail.settings.js';
import { MailDelivery } from './mail-delivery.js';
import { MailTable, type StoredMail, type WaitingMail } from './mail-table.js';
import { MailRefused, SECURITY_CONNECTIONS } from './mail-transport.js';

/** Apart, so that none waits in the table behind those of another class. */
const JOBS: Readonly<Record<MailClass, string>> = { security: 'mail.security', money: 'mail.money', other: 'mail' };
/** More than there are places, so that no place is empty. */
const CONCURRENCY = 64;

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

export function mailJob({ id, class: mailClass }: Pick<StoredMail, 'id' | 'class'>): JobRequest {
  return { name: JOBS[mailClass], key: id, data: { mailId: id } };
}

interface MailJob {
  readonly mailId: string;
}

/** Sends mails that have rows, one by one. */
@Injectable()
export class MailJobs {
  private readonly table: MailTable;
  private readonly waitingSweep = new PagedSweep<WaitingMail>(
    (last, limit) => this.table.waiting(this.database.clock.now() - FORGOTTEN_MS, limit, last),
    (mails) => this.queue.add(...mails.map(mailJob)),
  );

  constructor(
    private readonly database: Database,
    private readonly contents: EncryptedMails,
    private readonly delivery: MailDelivery,
    private readonly queue: JobQueue,
    private readonly settings: MailEnvironment,
    private readonly log: Log,
  ) {
    this.table = new MailTable(database);
  }

  @Job(JOBS.security, { concurrency: 2 * SECURITY_CONNECTIONS, attempts: ATTEMPTS, backoffMs: BACKOFF_MS, isUrgent: true })
  deliverSecurity(job: MailJob): Promise<void> {
    return this.deliver(job);
  }

  @Job(JOBS.money, { concurrency: CONCURRENCY, attempts: ATTEMPTS, backoffMs: BACKOFF_MS })
  deliverMoney(job: MailJob): Promise<void> {
    return this.deliver(job);
  }

  @Job(JOBS.other, { concurrency: CONCURRENCY, attempts: ATTEMPTS, backoffMs: BACKOFF_MS })
  deliverOther(job: MailJob): Promise<void> {
    return this.deliver(job);
  }

  /** Adds a job for a mail that failed; without the job, the sweep finds it. */
  async takeOver(mail: Omit<StoredMail, 'state' | 'sealed'>, error: unknown): Promise<void> {
    if (await this.noteFailure(mail, error)) return;
    await this.queue.add({ ...mailJob(mail), delayMs: BACKOFF_MS[0]! });
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

  /** Failed mails stay longer, for investigation. */
  @Every(DAY, 'mail.cleanup')
  async removeOld(): Promise<void> {
    const now = this.database.clock.now();
    await this.remove('sent', now - KEPT_MS);
    const before = removedBefore(this.settings.RETENTION_FAILED_MAIL_DAYS, now);
    if (before !== undefined) await this.remove('failed', before);
  }

  private async remove(state: 'sent' | 'failed', before: number): Promise<void> {
    while ((await this.table.remove(state, before, CLEANUP_PAGE)) === CLEANUP_PAGE);
  }

  /** A mail is sent twice only when the process ends between the sending and the mark. */
  private async deliver({ mailId }: MailJob): Promise<void> {
    const row = await this.table.find(mailId);
    if (!row || row.state === 'sent') return;
    try {
      await this.delivery.send({ ...row, opened: this.contents.decrypt(row) });
    } catch (error) {
      if (!(await this.noteFailure(row, error))) throw error;
      return;
    }
    await this.table.markSent(row.id);
  }

  /** True when the recipient is refused permanently. A failed mail keeps its content, so that it can be retried. */
  private async noteFailure(mail: Pick<StoredMail, 'id' | 'template' | 'attempts'>, error: unknown): Promise<boolean> {
    const isOver = error instanceof MailRefused;
    const attempts = mail.attempts + 1;
    const state = isOver || attempts >= ATTEMPTS ? 'failed' : 'waiting';
    await this.table.markFailed(mail.id, attempts, state, String(describeError(error)['message']).slice(0, 255));
    if (isOver) this.log.warning('mail refused', { mail: mail.id, template: mail.template }, error);
    return isOver;
  }
}
