import { Injectable } from '@nestjs/common';
import { Mailer, type MailTemplate } from '../../../../kernel/mail.js';
import { Notices } from '../../../notifications/index.js';
import { Users } from '../../../sign-in/index.js';
import type { Passkey } from '../domain/passkey.js';
import type { StaffProfile } from '../domain/staff-profile.js';
import { presentAddress } from './present-address.js';

/** Tells members of staff of what was done in their name with a passkey. */
@Injectable()
export class NotifyOfPasskey {
  constructor(
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work. Without its name, which may be the text of whoever added it in the member's place. */
  async execute(profile: StaffProfile, template: MailTemplate, { id, userId }: Passkey, ip: string): Promise<void> {
    const to = await presentAddress(this.users, profile);
    const data = { agentName: profile.agentName, ip };
    await this.mailer.send({ to, template, data, key: `${template.name}:${id}` });
    const message = `It was done from ${ip}. If that was not you, tell another administrator at once.`;
    await this.notices.add({ userId, subject: template.subject, message });
  }
}
