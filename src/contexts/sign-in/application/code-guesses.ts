import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import { budgetFailures, Budgets } from '../../../kernel/budgets.js';
import { Failure } from '../../../kernel/failure.js';
import { Accounts } from './ports/accounts.js';
import { LoginRecords } from './ports/sessions.js';
import { WarnOfGuessing } from './warn-of-guessing.js';

/**
 * Wrong codes for an address, of whatever purpose and however often a new one is sent. Networks that the owner signed in from count for
 * themselves, so that strangers use up nothing of theirs.
 */
@Injectable()
export class CodeGuesses {
  constructor(
    private readonly accounts: Accounts,
    private readonly loginRecords: LoginRecords,
    private readonly budgets: Budgets,
    private readonly warnOfGuessing: WarnOfGuessing,
  ) {}

  /** The same work with an account and without one. @throws Failure `abuse.delayed` before the check */
  async attempt(email: string, ip: string, check: () => Promise<boolean>): Promise<boolean> {
    const account = await this.accounts.findByEmail(email);
    const isOwners = await this.loginRecords.knowsAddress(account?.id ?? '', ip);
    const [budget, subject] = isOwners
      ? (['owner_codes', `${email} ${networkOf(ip)}`] as const)
      : (['stranger_codes', email] as const);
    try {
      return await this.budgets.attempt(budget, subject, check, 'give back');
    } catch (error) {
      if (account && error instanceof Failure && error.is(budgetFailures.delayed))
        await this.warnOfGuessing.execute(account, 'codes');
      throw error;
    }
  }
}
