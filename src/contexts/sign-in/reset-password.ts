import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { Mailer } from '../../kernel/mail.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import { signInFailures } from './failures.js';
import { MailedCodes } from './codes.js';
import { Passwords } from './passwords.js';
import { type Reclaimed, AccountRecovery } from './cooling-off.js';
import { PASSWORD_RESET, EMAIL_CHANGED } from './mails.js';
import { Accounts } from './accounts.js';
import type { Caller } from '../../kernel/caller.js';
import { SignInSettings } from './sessions.js';
import { ReleaseAddress } from './account-opening.js';

@Injectable()
export class ResetPassword {
  constructor(
    private readonly mailedCodes: MailedCodes,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly recovery: AccountRecovery,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Checks the code first, to hide whether the address has an account. @throws Failure `sign_in.incorrect_code`,
   * `unlinked_email`, `test_account`, `busy`, and those of `Passwords.choose`
   */
  async execute(given: string, password: string, code: string, ip: string): Promise<Reclaimed> {
    const email = await this.accounts.spelling(given);
    const verifiedCode = await this.mailedCodes.check({ email, code, ip, purpose: 'reset' });
    const account = await this.accounts.findByEmail(email);
    if (!account) throw new Failure(signInFailures.unlinked_email);
    if (account.isTest) throw new Failure(signInFailures.test_account);
    const { id: userId, firstName } = account;
    const hash = await this.passwords.choose(userId, password, { ip, who: userId, kind: 'known' });
    return this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      // The address may have changed while the password was hashed.
      if (present?.email !== email) throw new Failure(signInFailures.incorrect_code);
      await this.mailedCodes.use(verifiedCode);
      await this.accounts.setPassword(userId, hash);
      const reclaimed = await this.recovery.reclaim(present);
      await this.passwords.forgive(email, ip);
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

export interface EmailUpdate {
  readonly email: string;
  /** Code from the mailbox of the new address. */
  readonly code: string;
  readonly password: string | undefined;
}

@Injectable()
export class UpdateEmail {
  constructor(
    private readonly mailedCodes: MailedCodes,
    private readonly passwords: Passwords,
    private readonly settings: SignInSettings,
    private readonly accounts: Accounts,
    private readonly releaseAddress: ReleaseAddress,
    private readonly recovery: AccountRecovery,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param password may be left out where addresses need not be verified
   * @throws Failure `sign_in.password_required`, `wrong_password`, `login_delayed`, `busy`, `incorrect_code`, `linked_email`,
   * `user_not_found`
   */
  async execute(caller: Caller, { email: newEmail, code, password }: EmailUpdate): Promise<void> {
    const { userId, ip } = caller;
    if (password === undefined && this.settings.requiresVerifiedEmail) throw new Failure(signInFailures.password_required);
    const proven = password === undefined ? undefined : await this.passwords.prove(caller, password);
    const verifiedCode = await this.mailedCodes.check({ email: newEmail, code, ip, purpose: 'update' });
    if (await this.releaseAddress.isKept(newEmail, userId)) throw new Failure(signInFailures.linked_email);
    await this.unitOfWork.run(async () => {
      const account = await (proven ? this.passwords.lock(proven) : this.accounts.lock(userId));
      if (!account) throw new Failure(signInFailures.user_not_found);
      await this.mailedCodes.use(verifiedCode);
      await this.releaseAddress.execute(newEmail);
      await this.accounts.changeEmail(userId, newEmail);
      const { description: payments } = await this.recovery.beforeChange(account);
      const { email: oldEmail, firstName } = account;
      await this.notices.add({
        userId,
        subject: 'E-mail address changed',
        message: `The e-mail address of your account is now ${newEmail}. ${payments}`.trim(),
      });
      // Mailed to both, because a hijacked account is noticed at the old address.
      for (const to of [oldEmail, newEmail]) {
        await this.mailer.send({
          to,
          template: EMAIL_CHANGED,
          data: { firstName, oldEmail, newEmail, payments },
          key: `email-changed:${verifiedCode.id}:${to === newEmail ? 'new' : 'old'}`,
        });
      }
    });
  }
}
