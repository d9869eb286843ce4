import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { CheckCode } from './check-code.js';
import { Accounts } from './ports/accounts.js';

@Injectable()
export class VerifyEmail {
  constructor(
    private readonly checkCode: CheckCode,
    private readonly accounts: Accounts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Does not use the code up. @throws Failure `sign_in.incorrect_code` */
  async execute(given: string, code: string, ip: string): Promise<void> {
    const email = await this.accounts.spelling(given);
    await this.checkCode.execute({ email, code, ip });
    const account = await this.accounts.findByEmail(email);
    if (account) await this.accounts.verifyEmail(account.id, email);
  }

  /** Uses the code up. @throws Failure `sign_in.incorrect_code`, `sign_in.user_not_found` */
  async confirmOwn({ userId, ip }: Caller, code: string): Promise<void> {
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    const verifiedCode = await this.checkCode.execute({ email: account.email, code, ip, purpose: 'confirm' });
    await this.unitOfWork.run(async () => {
      await this.checkCode.use(verifiedCode);
      await this.accounts.verifyEmail(userId, account.email);
    });
  }
}
