import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { CheckCode } from './check-code.js';
import { CoolOff } from './cool-off.js';
import { EMAIL_CHANGED } from './mails.js';
import { Accounts } from './ports/accounts.js';
import { SignInSettings } from './ports/sessions.js';
import { ReleaseAddress } from './release-address.js';
import { ProvePassword } from './prove-password.js';

export interface EmailUpdate {
  readonly email: string;
  /** From the mailbox of the new address. */
  readonly code: string;
  readonly password: string | undefined;
}

@Injectable()
export class UpdateEmail {
  constructor(
    private readonly checkCode: CheckCode,
    private readonly provePassword: ProvePassword,
    private readonly settings: SignInSettings,
    private readonly accounts: Accounts,
    private readonly releaseAddress: ReleaseAddress,
    private readonly coolOff: CoolOff,
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
    const proven = password === undefined ? undefined : await this.provePassword.execute(caller, password);
    const verifiedCode = await this.checkCode.execute({ email: newEmail, code, ip, purpose: 'update' });
    if (await this.releaseAddress.isKept(newEmail, userId)) throw new Failure(signInFailures.linked_email);
    await this.unitOfWork.run(async () => {
      const account = await (proven ? this.provePassword.lock(proven) : this.accounts.lock(userId));
      if (!account) throw new Failure(signInFailures.user_not_found);
      await this.checkCode.use(verifiedCode);
      await this.releaseAddress.execute(newEmail);
      await this.accounts.changeEmail(userId, newEmail);
      const { description: payments } = await this.coolOff.beforeChange(account);
      const { email: oldEmail, firstName } = account;
      await this.notices.add({
        userId,
        subject: 'E-mail address changed',
        message: `The e-mail address of your account is now ${newEmail}. ${payments}`.trim(),
      });
      // To both, because a hijacked account is noticed at the old address.
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
