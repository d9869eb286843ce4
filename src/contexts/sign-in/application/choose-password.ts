import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { CheckPassword } from './check-password.js';
import { Accounts } from './ports/accounts.js';
import { type HashingFor, PasswordHasher } from './ports/credentials.js';

@Injectable()
export class ChoosePassword {
  constructor(
    private readonly checkPassword: CheckPassword,
    private readonly accounts: Accounts,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Slow, so call it outside of a unit of work. @throws Failure `sign_in.weak_password`, `common_password`, `reused_password`, `busy` */
  async execute(userId: string, password: string, requester: HashingFor): Promise<string> {
    await this.checkPassword.execute(password);
    for (const hash of await this.accounts.recentPasswords(userId)) {
      if (await this.hasher.verify(hash, password, requester)) throw new Failure(signInFailures.reused_password);
    }
    return this.hasher.hash(password, requester);
  }
}
