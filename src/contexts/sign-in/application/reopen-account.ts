import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { Notices } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { CLOSING_UNDONE } from './mails.js';
import { AccountClosings, Accounts } from './ports/accounts.js';

/** For the owner who signs in to an account that is closing. In the caller's unit of work, the account locked. */
@Injectable()
export class ReopenAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly closings: AccountClosings,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  async execute({ id: userId, email, firstName }: Account): Promise<void> {
    await this.closings.remove(userId);
    await this.accounts.modify(userId, { status: 'active' });
    const message = 'You signed in, so your account stays open.';
    await this.notices.add({ userId, subject: 'Closing undone', message });
    await this.mailer.send({ to: email, template: CLOSING_UNDONE, data: { firstName }, key: `closing-undone:${newId()}` });
  }
}
