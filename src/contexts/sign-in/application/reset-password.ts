import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { CheckCode } from './check-code.js';
import { ChoosePassword } from './choose-password.js';
import type { Reclaimed } from './cool-off.js';
import { PASSWORD_RESET } from './mails.js';
import { PasswordVerifier } from './password-verifier.js';
import { Accounts } from './ports/accounts.js';
import { ReclaimAccount } from './reclaim-account.js';

@Injectable()
export class ResetPassword {
  constructor(
    private readonly checkCode: CheckCode,
    private readonly accounts: Accounts,
    private readonly choosePassword: ChoosePassword,
    private readonly reclaimAccount: ReclaimAccount,
    private readonly passwordVerifier: PasswordVerifier,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Checks the code first, to hide whether the address has an account. @throws Failure `sign_in.incorrect_code`,
   * `unlinked_email`, `test_account`, `busy`, and those of ChoosePassword
   */
  async execute(given: string, password: string, code: string, ip: string): Promise<Reclaimed> {
    const email = await this.accounts.spelling(given);
    const verifiedCode = await this.checkCode.execute({ email, code, ip, purpose: 'reset' });
    const account = await this.accounts.findByEmail(email);
    if (!account) throw new Failure(signInFailures.unlinked_email);
    if (account.isTest) throw new Failure(signInFailures.test_account);
    const { id: userId, firstName } = account;
    const hash = await this.choosePassword.execute(userId, password, { ip, who: userId, kind: 'known' });
    return this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      // The address may have changed while the password was hashed.
      if (present?.email !== email) throw new Failure(signInFailures.incorrect_code);
      await this.checkCode.use(verifiedCode);
      await this.accounts.setPassword(userId, hash);
      const reclaimed = await this.reclaimAccount.execute(present);
      await this.passwordVerifier.forgive(email, ip);
      await this.notices.add({
        userId,
        subject: 'Password reset',
        message:
          `Your password was reset. All your devices were signed out, and your transaction PIN has ended. ${reclaimed.description}`.trim(),
      });
      await this.mailer.send({
        to: email,
        template: PASSWORD_RESET,
        data: { firstName, payments: reclaimed.description },
        key: `password-reset:${verifiedCode.id}`,
      });
      return reclaimed;
    });
  }
}
