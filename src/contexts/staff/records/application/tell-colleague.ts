import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { Mailer } from '../../../../kernel/mail.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { Notices } from '../../../notifications/index.js';
import { type StaffProfile, StaffProfiles, StaffSettings } from '../../members/index.js';
import { CASE_HANDED, CASE_MENTION } from './case-mails.js';

export interface Told {
  readonly record: RecordReference;
  /** The account of who did it. */
  readonly by: string;
  readonly occasion: 'handed' | 'mentioned';
}

/** A notice and a mail to a member of staff. Neither has a word of the record or the note, because they stay when a permission is taken away. */
@Injectable()
export class TellColleague {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly settings: StaffSettings,
  ) {}

  async execute({ userId, email, agentName }: StaffProfile, { record, by, occasion }: Told): Promise<void> {
    const who = (await this.profiles.find(by))?.agentName ?? 'A colleague';
    const subject = occasion === 'handed' ? `${who} handed a case to you` : `${who} mentioned you`;
    const address = `${this.settings.consoleUrl}/cases/${record.kind}:${record.id}`;
    await this.notices.add({ userId: userId!, subject, message: `It is in the console: ${address}` });
    const template = occasion === 'handed' ? CASE_HANDED : CASE_MENTION;
    await this.mailer.send({ to: email, template, data: { agentName, who, address }, key: `case:${newId()}` });
  }
}
