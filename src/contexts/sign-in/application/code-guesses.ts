import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import { budgetFailures, Budgets } from '../../../kernel/budgets.js';
import { Failure } from '../../../kernel/failure.js';
import type { MailedCode } from '../domain/verification-code.js';
import { Accounts } from './ports/accounts.js';
import { LoginRecords } from './ports/sessions.js';
import { WarnOfGuessing } from './warn-of-guessing.js';

type FindCode = (among: 'any' | 'long') => Promise<MailedCode | undefined>;

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

  /**
   * The same work with an account and without one. Nobody can guess a long code, so its owner does not wait because others guess.
   * @throws Failure `abuse.delayed`
   */
  async attempt(email: string, ip: string, find: FindCode): Promise<MailedCode | undefined> {
    const account = await this.accounts.findByEmail(email);
    const isOwners = await this.loginRecords.knowsAddress(account?.id ?? '', ip);
    const [budget, subject] = isOwners
      ? (['owner_codes', `${email} ${networkOf(ip)}`] as const)
      : (['stranger_codes', email] as const);
    let right: MailedCode | undefined;
    try {
      await this.budgets.attempt(budget, subject, async () => (right = await find('any')) !== undefined, 'give back');
      return right;
    } catch (error) {
      if (!(error instanceof Failure) || !error.is(budgetFailures.delayed)) throw error;
      right = await find('long');
      if (right) return right;
      if (account) await this.warnOfGuessing.execute(account, 'codes');
      throw error;
    }
  }
}
