import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Account, newAccount } from '../domain/account.js';
import { CheckPassword } from './check-password.js';
import { OpenAccount } from './open-account.js';
import { type NewAccountDetails, NewAccounts } from './ports/accounts.js';
import { PasswordHasher } from './ports/credentials.js';

@Injectable()
export class AccountOpening extends NewAccounts {
  constructor(
    private readonly checkPassword: CheckPassword,
    private readonly hasher: PasswordHasher,
    private readonly openAccount: OpenAccount,
    private readonly clock: Clock,
  ) {
    super();
  }

  async prepare({ password, ...details }: NewAccountDetails): Promise<Account> {
    await this.checkPassword.execute(password);
    const passwordHash = await this.hasher.hash(password);
    return newAccount({ ...details, passwordHash, emailVerified: true }, this.clock.now());
  }

  open(account: Account): Promise<void> {
    return this.openAccount.execute(account);
  }
}
