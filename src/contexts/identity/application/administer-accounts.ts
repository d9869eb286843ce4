import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { AccountAdministration } from './ports/account-administration.js';
import type { AccountChanges } from './ports/accounts.js';
import type { AccountDetails } from './ports/account-directory.js';
import { AccountClosings } from './ports/account-closings.js';
import { Accounts } from './ports/accounts.js';
import { Sessions } from './ports/sessions.js';

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
    if (!before) throw new Failure(identityFailures.user_not_found);
    if (before.status === 'closed') throw new Failure(identityFailures.account_closed);
    if (changes.status !== undefined) await this.closings.remove(userId);
    await this.accounts.modify(userId, changes);
    if (changes.status === 'suspended') await this.sessions.endAll(userId);
    return before;
  }
}
