import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { Contributes } from '../../../kernel/registry.js';
import { type Account, Accounts, addressOfClosed, ReplacedAccounts } from '../../sign-in/index.js';
import { BeginClosing } from './begin-closing.js';

/** Closes an account whose address nobody proved, at once, because somebody else registers with it. */
@Injectable()
@Contributes(ReplacedAccounts)
export class ReplaceAccount extends ReplacedAccounts {
  constructor(
    private readonly accounts: Accounts,
    private readonly beginClosing: BeginClosing,
  ) {
    super();
  }

  async close(account: Account): Promise<void> {
    try {
      await this.beginClosing.execute(account, 'another');
    } catch (error) {
      if (error instanceof Failure) return;
      throw error;
    }
    await this.accounts.pseudonymise(account.id, addressOfClosed(account.id));
  }
}
