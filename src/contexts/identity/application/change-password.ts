import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { identityFailures } from '../domain/identity.failures.js';
import { ChoosePassword } from './choose-password.js';
import { PasswordVerifier } from './password-verifier.js';
import { PASSWORD_CHANGED } from './mails.js';
import { Accounts } from './ports/accounts.js';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class ChangePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwordVerifier: PasswordVerifier,
    private readonly choosePassword: ChoosePassword,
    private readonly sessions: Sessions,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `identity.wrong_password`, `login_delayed`, `weak_password`, `common_password`, `reused_password`, `busy` */
  async execute({ userId, sessionId, ip }: Caller, current: string, next: string): Promise<void> {
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(identityFailures.user_not_found);
    const { email, firstName, passwordHash } = account;
    if (!(await this.passwordVerifier.verify(passwordHash, current, { email, ip, userId, trusted: `session ${sessionId}` })))
      throw new Failure(identityFailures.wrong_password);
    const hash = await this.choosePassword.execute(userId, next, { network: networkOf(ip), who: userId });
    await this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      if (present?.passwordHash !== passwordHash) throw new Failure(identityFailures.wrong_password);
      await this.accounts.setPassword(userId, hash);
      await this.sessions.endAll(userId, { except: sessionId });
      await this.notices.add({
        userId,
        subject: 'Password changed',
        message: 'Your password was changed. All your other devices were signed out.',
      });
      await this.mailer.send({ to: email, template: PASSWORD_CHANGED, data: { firstName }, key: `password-changed:${newId()}` });
    });
  }
}
