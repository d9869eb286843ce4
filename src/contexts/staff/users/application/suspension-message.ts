import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { Mailer } from '../../../../kernel/mail.js';
import type { AccountDetails } from '../../../sign-in/index.js';
import { Notices } from '../../../notifications/index.js';
import { SUSPENSION } from './mails.js';

const FACTS = 'You are signed out and cannot sign in. Your money stays in your wallet.';

@Injectable()
export class SuspensionMessage {
  constructor(
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** Writes notice and mail in the caller's unit of work. No push message: its registrations ended with the sessions. */
  async write({ id: userId, email, firstName }: AccountDetails, reason: string | undefined): Promise<void> {
    const message = reason === undefined ? FACTS : `${FACTS}\n\nThe reason: ${reason}`;
    await this.notices.add({ userId, subject: 'Your account is suspended', message });
    const data = { name: firstName, facts: FACTS, reason: reason ?? '' };
    await this.mailer.send({ to: email, template: SUSPENSION, data, key: `suspension:${newId()}` });
  }
}
