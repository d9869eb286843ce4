import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import type { Account } from '../domain/account.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { PasswordVerifier } from './password-verifier.js';
import { Accounts } from './ports/accounts.js';

/** For what a session alone must not change. */
@Injectable()
export class ProvePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwordVerifier: PasswordVerifier,
  ) {}

  /** Outside of a unit of work. @throws Failure `sign_in.wrong_password`, `login_delayed`, `busy`, `user_not_found` */
  async execute({ userId, sessionId, ip }: Caller, password: string): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    const { email, passwordHash } = account;
    const attempt = { email, ip, userId, trusted: `session ${sessionId}` };
    if (!(await this.passwordVerifier.verify(passwordHash, password, attempt))) throw new Failure(signInFailures.wrong_password);
    return account;
  }

  /** The account locked, in the caller's unit of work. @throws Failure `sign_in.wrong_password` when it changed since */
  async lock({ id, passwordHash }: Account): Promise<Account> {
    const present = await this.accounts.lock(id);
    if (present?.passwordHash !== passwordHash) throw new Failure(signInFailures.wrong_password);
    return present!;
  }
}
