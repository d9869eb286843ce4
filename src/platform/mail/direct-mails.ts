import { Injectable } from '@nestjs/common';
import type { MailRequest } from '../../kernel/mail.js';
import { Database } from '../database/database.js';
import { MailDelivery } from './mail-delivery.js';
import { MailJobs } from './mail.jobs.js';
import { MailTable, type NewMail } from './mail-table.js';
import { QueuedMailer } from './queued-mailer.js';

/** A mail whose id and time (unix ms) follow from its cause, so that a repetition has the same `Message-ID`. */
export interface DirectMail extends MailRequest {
  readonly id: string;
  readonly createdAt: number;
}

/** Sends mails without rows. One that fails or takes long gets a row. */
@Injectable()
export class DirectMails {
  private readonly table: MailTable;

  constructor(
    private readonly database: Database,
    private readonly mailer: QueuedMailer,
    private readonly delivery: MailDelivery,
    private readonly jobs: MailJobs,
  ) {
    this.table = new MailTable(database);
  }

  /** How many are sent at once. */
  get connections(): number {
    return this.delivery.connections;
  }

  /** Without those that are withheld, and those that have a row. */
  async compose(requests: readonly DirectMail[]): Promise<NewMail[]> {
    const known = await this.table.known(requests.map(({ key }) => key));
    return this.mailer.compose(requests.filter(({ key }) => !known.has(key)));
  }

  /** @throws as MailTransport does */
  send(mail: NewMail): Promise<void> {
    return this.delivery.send(mail);
  }

  /** Gives it a row. The sweep sends it where nothing else does. */
  async keep(mail: NewMail): Promise<void> {
    await this.mailer.insert([{ ...mail, createdAt: this.database.clock.now() }]);
  }

  /** Says what became of a mail that has a row. @param error undefined: it was sent */
  ended(mail: NewMail, error: unknown): Promise<void> {
    return error === undefined ? this.table.markSent(mail.id) : this.jobs.takeOver({ ...mail, attempts: 0 }, error);
  }
}
