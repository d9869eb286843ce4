import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import type { MailClass } from '../../kernel/mail.js';
import { JobThrottle } from '../queue/job-throttle.js';
import { Metrics } from '../telemetry/metrics.js';
import { EncryptedMails } from './encrypted-mails.js';
import type { NewMail } from './mail-table.js';
import { MailRefused, MailTransportDown, MailTransports } from './mail-transport.js';

const CLASSES: readonly MailClass[] = ['security', 'money', 'other'];
const OUTCOMES = ['sent', 'refused', 'unreachable', 'failed'];

type SentMail = Pick<NewMail, 'id' | 'class' | 'createdAt' | 'opened'>;

/** Sends mails: security mails over connections of their own, and of the others those about money first. */
@Injectable()
export class MailDelivery {
  private readonly mails: Counter<'class' | 'outcome'>;
  private sending = 0;
  private readonly waiting = { money: [] as (() => void)[], other: [] as (() => void)[] };

  constructor(
    private readonly contents: EncryptedMails,
    private readonly transports: MailTransports,
    private readonly throttle: JobThrottle,
    metrics: Metrics,
  ) {
    const help = 'Mails handed to the mail server, by class and outcome';
    const expected = CLASSES.flatMap((mailClass) => OUTCOMES.map((outcome) => ({ class: mailClass, outcome })));
    this.mails = metrics.counter('harmattan_mails_total', help, ['class', 'outcome'], expected);
  }

  /** Of mails that are not about security. */
  get connections(): number {
    return this.transports.connections;
  }

  /** @throws as MailTransport does */
  async send(mail: SentMail): Promise<void> {
    try {
      await this.sendInTurn(mail);
      this.mails.inc({ class: mail.class, outcome: 'sent' });
    } catch (error) {
      const outcome = error instanceof MailRefused ? 'refused' : error instanceof MailTransportDown ? 'unreachable' : 'failed';
      this.mails.inc({ class: mail.class, outcome });
      throw error;
    }
  }

  private async sendInTurn(mail: SentMail): Promise<void> {
    if (mail.class === 'security') return this.transports.security.send(this.contents.compose(mail));
    await this.takeTurn(mail.class);
    try {
      await this.throttle.run(() => this.transports.others.send(this.contents.compose(mail)));
    } finally {
      this.sending--;
      (this.waiting.money.shift() ?? this.waiting.other.shift())?.();
    }
  }

  private async takeTurn(mailClass: 'money' | 'other'): Promise<void> {
    this.sending++;
    if (this.sending > this.transports.connections) await new Promise<void>((resolve) => this.waiting[mailClass].push(resolve));
  }
}
