import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { AuditedUnitOfWork } from '../../../audit/index.js';
import { staffFailures } from '../domain/staff.failures.js';
import { PASSKEY_REMOVED } from './mails.js';
import { NotifyOfPasskey } from './notify-of-passkey.js';
import { Passkeys } from './passkey-ports.js';
import { StaffProfiles } from './ports.js';
import { SecondFactorCheck } from './second-factor-check.js';

@Injectable()
export class RemovePasskey {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly secondFactor: SecondFactorCheck,
    private readonly passkeys: Passkeys,
    private readonly notifyOfPasskey: NotifyOfPasskey,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Uses the code up where there is such a passkey. @throws Failure `staff.not_found`, and of SecondFactorCheck */
  async execute(id: string, code: string, caller: Caller): Promise<void> {
    const { userId } = caller;
    const profile = await this.profiles.find(userId);
    const passkey = (await this.passkeys.list(userId)).find((each) => each.id === id);
    if (!profile || !passkey) throw new Failure(staffFailures.not_found);
    await this.secondFactor.execute(profile.id, code);
    await this.auditedUnitOfWork.execute(caller, 'control_passkey_remove', async () => {
      if (!(await this.passkeys.remove(userId, id))) throw new Failure(staffFailures.not_found);
      await this.notifyOfPasskey.execute(profile, PASSKEY_REMOVED, passkey, caller.ip);
      return { subject: `staff:${profile.trackingId}`, before: { passkey: id, name: passkey.name }, result: undefined };
    });
  }
}
