import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import {
  type AccountChanges,
  AccountClosings,
  type AccountDetails,
  Accounts,
  Sessions,
  signInFailures,
} from '../../../sign-in/index.js';

@Injectable()
export class ChangeAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly closings: AccountClosings,
  ) {}

  /**
   * In the caller's unit of work; suspension ends all sessions, and another status withdraws a closing. @returns the account as
   * it was. @throws Failure `sign_in.user_not_found`, `account_closed`, `phone_taken`
   */
  async execute(userId: string, changes: AccountChanges): Promise<AccountDetails> {
    const before = await this.lock(userId);
    if (changes.status !== undefined) await this.closings.remove(userId);
    if (Object.values(changes).some((change) => change !== undefined)) await this.accounts.modify(userId, changes);
    if (changes.status === 'suspended') await this.sessions.endAll(userId);
    return before;
  }

  /** Until the end of the unit of work: no session begins after a suspension, and no two change the same. @throws Failure as above */
  async lock(userId: string): Promise<AccountDetails> {
    const before = await this.accounts.lock(userId);
    if (!before) throw new Failure(signInFailures.user_not_found);
    if (before.status === 'closed') throw new Failure(signInFailures.account_closed);
    return before;
  }
}
