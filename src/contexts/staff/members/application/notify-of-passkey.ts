import { Injectable } from '@nestjs/common';
import { Mailer, type MailTemplate } from '../../../../kernel/mail.js';
import { Notices } from '../../../notifications/index.js';
import type { Passkey } from '../domain/passkey.js';
import type { StaffProfile } from '../domain/staff-profile.js';

/** Tells members of staff of what was done in their name with a passkey. */
@Injectable()
export class NotifyOfPasskey {
  constructor(
    private readonly notices: Notices,
    private readonly mailer: Mailer,
  ) {}

  /** In the caller's unit of work. */
  async execute({ email, agentName }: StaffProfile, template: MailTemplate, { id, userId, name }: Passkey): Promise<void> {
    await this.mailer.send({ to: email, template, data: { agentName, passkey: name }, key: `${template.name}:${id}` });
    const message = `It is called ${name}. If that was not you, tell another administrator at once.`;
    await this.notices.add({ userId, subject: template.subject, message });
  }
}
