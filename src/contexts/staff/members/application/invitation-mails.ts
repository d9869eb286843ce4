import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { Mailer } from '../../../../kernel/mail.js';
import type { Invitation, StaffProfile } from '../domain/staff-profile.js';
import { INVITATION } from './mails.js';
import { StaffSettings } from './ports.js';

/** Without the key of the second factor, so that who reads the mail after the registration has neither factor. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly mailer: Mailer,
    private readonly settings: StaffSettings,
  ) {}

  /** In the caller's unit of work. */
  send({ email, agentName }: StaffProfile, { registrationId }: Invitation): Promise<void> {
    // What follows the # is sent to no server, so that no log has it.
    const data = { agentName, registrationId, address: `${this.settings.consoleUrl}/register#${registrationId}` };
    return this.mailer.send({ to: email, template: INVITATION, data, key: `staff-invitation:${newId()}` });
  }
}
