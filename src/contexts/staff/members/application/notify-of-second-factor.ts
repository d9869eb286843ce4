import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { Mailer, type MailTemplate } from '../../../../kernel/mail.js';
import type { StaffMember } from '../../../audit/index.js';
import { Users } from '../../../sign-in/index.js';
import { Notices } from '../../../notifications/index.js';
import type { StaffProfile } from '../domain/staff-profile.js';
import { presentAddress } from './present-address.js';

/** Tells members of staff that a colleague has their second factor. */
@Injectable()
export class NotifyOfSecondFactor {
  constructor(
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work. @param subject of the notice, which says who did it, as `Your authenticator key was shown` */
  async execute(profile: StaffProfile, template: MailTemplate, subject: string, by: StaffMember): Promise<void> {
    const { userId, agentName } = profile;
    const colleague = await this.users.find(by.userId);
    const who = colleague === undefined ? 'A colleague' : `${colleague.firstName} ${colleague.lastName}`.trim();
    // Without the key: the mailbox must not give both factors.
    const to = await presentAddress(this.users, profile);
    await this.mailer.send({ to, template, data: { agentName, who }, key: `second-factor:${newId()}` });
    if (userId === undefined || userId === by.userId) return;
    const message = `${who} did it. If you did not ask for it, tell another administrator at once.`;
    await this.notices.add({ userId, subject, message });
  }
}
