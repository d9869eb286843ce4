import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import {
  signInFailures,
  type AccountChanges,
  type AccountDetails,
  AccountClosings,
  Accounts,
  Sessions,
} from '../../sign-in/index.js';
import { AccountAdministration } from './ports.js';

@Injectable()
export class AdministerAccounts extends AccountAdministration {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly closings: AccountClosings,
  ) {
    super();
  }

  async modify(userId: string, changes: AccountChanges): Promise<AccountDetails> {
    // A concurrent login needs this lock, so no session begins after a suspension.
    const before = await this.accounts.lock(userId);
    if (!before) throw new Failure(signInFailures.user_not_found);
    if (before.status === 'closed') throw new Failure(signInFailures.account_closed);
    if (changes.status !== undefined) await this.closings.remove(userId);
    await this.accounts.modify(userId, changes);
    if (changes.status === 'suspended') await this.sessions.endAll(userId);
    return before;
  }
}
