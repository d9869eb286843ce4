import { Injectable } from '@nestjs/common';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { SESSION_REUSED } from './mails.js';
import { Accounts } from './ports/accounts.js';
import { Sessions } from './ports/sessions.js';

/** A replaced secret in use means that two devices have the session's secrets, and one of them stole them. */
@Injectable()
export class EndReusedSession {
  constructor(
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  execute(sessionId: string, userId: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const account = await this.accounts.lock(userId);
      if (!(await this.sessions.end(sessionId, userId)) || !account) return;
      await this.notices.add({
        userId,
        subject: 'Signed out for your safety',
        message:
          'Old credentials of one of your devices were used again, so we signed that device out. If you do not know why, please change your password.',
      });
      const key = `session-reused:${sessionId}`;
      await this.mailer.send({ to: account.email, template: SESSION_REUSED, data: { firstName: account.firstName }, key });
    });
  }
}
