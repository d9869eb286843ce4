import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Notices } from '../../notifications/index.js';
import { Wallets } from '../../../ledger/index.js';
import type { Account } from '../domain/account.js';
import { Accounts } from './ports/accounts.js';

/** In the caller's unit of work. */
@Injectable()
export class OpenAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly wallets: Wallets,
    private readonly notices: Notices,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Failure `sign_in.email_taken` */
  async execute(account: Account): Promise<void> {
    await this.accounts.add(account);
    await this.wallets.open(account.id);
    await this.notices.add({
      userId: account.id,
      subject: 'Welcome',
      message: `Welcome, ${account.firstName}! Your account and your wallet are ready.`,
    });
    await this.outbox.add(domainEvent('user.created', { userId: account.id }));
  }
}
