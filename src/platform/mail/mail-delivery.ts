import { Injectable } from '@nestjs/common';
import { JobThrottle } from '../queue/job-throttle.js';
import { EncryptedMails } from './encrypted-mails.js';
import type { StoredMail } from './mail-table.js';
import { MailTransports } from './mail-transport.js';

/** Sends mails: security mails over connections of their own, and of the others those about money first. */
@Injectable()
export class MailDelivery {
  private sending = 0;
  private readonly waiting = { money: [] as (() => void)[], other: [] as (() => void)[] };

  constructor(
    private readonly contents: EncryptedMails,
    private readonly transports: MailTransports,
    private readonly throttle: JobThrottle,
  ) {}

  /** @throws as MailTransport does */
  async send(mail: StoredMail, isWanted = () => true): Promise<boolean> {
    if (mail.class === 'security') {
      await this.transports.security.send(this.contents.decrypt(mail));
      return true;
    }
    await this.takePlace(mail.class);
    try {
      if (!isWanted()) return false;
      await this.throttle.run(() => this.transports.others.send(this.contents.decrypt(mail)));
      return true;
    } finally {
      this.sending--;
      (this.waiting.money.shift() ?? this.waiting.other.shift())?.();
    }
  }

  private async takePlace(mailClass: 'money' | 'other'): Promise<void> {
    this.sending++;
    if (this.sending > this.transports.connections) await new Promise<void>((resolve) => this.waiting[mailClass].push(resolve));
  }
}
