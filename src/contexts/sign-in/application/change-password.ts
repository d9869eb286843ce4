import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { ChoosePassword } from './choose-password.js';
import { ProvePassword } from './prove-password.js';
import { PASSWORD_CHANGED } from './mails.js';
import { Accounts } from './ports/accounts.js';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class ChangePassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly provePassword: ProvePassword,
    private readonly choosePassword: ChoosePassword,
    private readonly sessions: Sessions,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `sign_in.wrong_password`, `login_delayed`, `weak_password`, `common_password`, `reused_password`, `busy` */
  async execute(caller: Caller, current: string, next: string): Promise<void> {
    const { userId, sessionId, ip } = caller;
    const account = await this.provePassword.execute(caller, current);
    const { email, firstName } = account;
    const hash = await this.choosePassword.execute(userId, next, { ip, who: userId, kind: 'known' });
    await this.unitOfWork.run(async () => {
      await this.provePassword.lock(account);
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
