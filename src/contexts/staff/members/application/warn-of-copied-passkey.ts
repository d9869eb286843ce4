import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../../kernel/budgets.js';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Mailer } from '../../../../kernel/mail.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Notices } from '../../../notifications/index.js';
import { SystemLogs } from '../../../system-logs/index.js';
import type { Passkey } from '../domain/passkey.js';
import { PASSKEY_COPIED } from './mails.js';
import type { ProvedPassword } from './staff-sign-in.js';

/** Tells staff and the member, once a day, of a passkey that has counted no further than before. */
@Injectable()
export class WarnOfCopiedPasskey {
  constructor(
    private readonly systemLogs: SystemLogs,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly budgets: Budgets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param given what it has counted to now */
  async execute(by: ProvedPassword, passkey: Passkey, given: number): Promise<void> {
    await this.tellStaff(passkey, given);
    await this.unitOfWork.run(() => this.tellMember(by));
  }

  private tellStaff({ id, userId, signCount }: Passkey, given: number): Promise<void> {
    const description =
      `The passkey ${id} of the member of staff ${userId} was refused: it has counted to ${given}, and before to ${signCount}. ` +
      'Somebody may have a copy of it; have them remove it, and add another one.';
    const day = Math.floor(this.clock.now() / DAY_MS);
    return this.systemLogs.record({ kind: 'error', description, key: `passkey-count:${id}:${day}` });
  }

  /** The account was read for this sign-in, so that its address is the present one. */
  private async tellMember({ account, profile, context: { ip } }: ProvedPassword): Promise<void> {
    if (!(await this.budgets.trySpend('copied_passkey_mails', profile.id))) return;
    const data = { agentName: profile.agentName, ip };
    await this.mailer.send({ to: account.email, template: PASSKEY_COPIED, data, key: `${PASSKEY_COPIED.name}:${newId()}` });
    const message = `A sign-in with your password from ${ip} was refused for it. If that was not you, change your password, and tell another administrator at once.`;
    await this.notices.add({ userId: account.id, subject: PASSKEY_COPIED.subject, message });
  }
}
