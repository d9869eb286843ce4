import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { newId } from '../../../../kernel/ids.js';
import { Mailer } from '../../../../kernel/mail.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Audit } from '../../../audit/index.js';
import { type AccountDetails, AccountDirectory, signInFailures, Sessions } from '../../../sign-in/index.js';
import { Notices } from '../../../notifications/index.js';
import { refuseUnlessSuperAdministrator, StaffProfiles } from '../../members/index.js';
import { SESSION_ENDED } from './mails.js';

const ALL = 'all';

/** Signs a user out, of one device or of all, and tells them. */
@Injectable()
export class EndUserSession {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly profiles: StaffProfiles,
    private readonly sessions: Sessions,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param sessionId `all` for all of the user's
   * @throws Failure `sign_in.user_not_found`, `sign_in.session_not_found` where there is nothing to end,
   * `staff.super_administrator_only`
   */
  async execute(userId: string, sessionId: string, reason: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async () => {
      const account = (await this.accounts.findMany([userId])).get(userId);
      if (!account) throw new Failure(signInFailures.user_not_found);
      const profile = await this.profiles.find(userId);
      if (profile?.status === 'active') refuseUnlessSuperAdministrator(profile.grants, caller.grants);
      const ended = (await this.sessions.list(userId)).filter(({ id }) => sessionId === ALL || id === sessionId);
      if (ended.length === 0) throw new Failure(signInFailures.session_not_found);
      if (sessionId === ALL) await this.sessions.endAll(userId);
      else await this.sessions.end(sessionId, userId);
      await this.tell(
        account,
        ended.map(({ device }) => device.name),
      );
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_user_session_end',
        subject: `user:${userId}`,
        before: { sessions: ended.map(({ id, device, ip }) => ({ id, device: device.name, ip })) },
        after: { sessions: [], reason },
        ip: caller.ip,
      });
    });
  }

  private async tell({ id: userId, email, firstName }: AccountDetails, devices: readonly string[]): Promise<void> {
    const device = devices.join(', ');
    const message = `Our support signed these devices out of your account: ${device}. You can sign in again.`;
    await this.notices.add({ userId, subject: 'You were signed out', message });
    await this.mailer.send({
      to: email,
      template: SESSION_ENDED,
      data: { name: firstName, device },
      key: `session-ended:${newId()}`,
    });
  }
}
