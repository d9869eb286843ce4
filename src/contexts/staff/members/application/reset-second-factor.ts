import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Sessions } from '../../../sign-in/index.js';
import type { StaffProfile } from '../domain/staff-profile.js';
import { SECOND_FACTOR_RESET } from './mails.js';
import { Audit } from '../../../audit/index.js';
import { Passkeys } from './passkey-ports.js';
import { SecondFactors, TwoFactor } from './ports.js';
import { NotifyOfSecondFactor } from './notify-of-second-factor.js';

@Injectable()
export class ResetSecondFactor {
  constructor(
    private readonly factors: SecondFactors,
    private readonly twoFactor: TwoFactor,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly notifyOfSecondFactor: NotifyOfSecondFactor,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(profile: StaffProfile, caller: Caller): Promise<void> {
    const { id, userId, trackingId } = profile;
    const secret = this.twoFactor.drawSecret();
    await this.unitOfWork.run(async () => {
      await this.factors.replace(id, secret);
      if (userId !== undefined) {
        await this.passkeys.removeAll(userId);
        await this.sessions.endAll(userId);
      }
      await this.notifyOfSecondFactor.execute(profile, SECOND_FACTOR_RESET, 'Your authenticator key was reset', caller);
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_staff_twofa_reset',
        subject: `staff:${trackingId}`,
        ip: caller.ip,
      });
    });
  }
}
