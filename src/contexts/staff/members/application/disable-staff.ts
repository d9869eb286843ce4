import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Sessions } from '../../../sign-in/index.js';
import { isAdministrator, isSuperAdministrator } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { Audit } from '../../../audit/index.js';
import { Passkeys } from './passkey-ports.js';
import { StaffProfiles } from './ports.js';

@Injectable()
export class DisableStaff {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param id user id or tracking id
   * @throws Failure `staff.cannot_disable`, `staff.own_account`, `staff.super_administrator`, `staff.last_administrator`,
   * `staff.beyond_own_grants` when the caller has been disabled or demoted meanwhile
   */
  async execute(id: string, caller: Caller): Promise<void> {
    const found = await this.profiles.find(id);
    if (!found) throw new Failure(staffFailures.cannot_disable);
    if (found.userId === caller.userId) throw new Failure(staffFailures.own_account);
    await this.unitOfWork.run(async () => {
      // All administrators are locked together, so that two who disable each other leave one.
      const administrators = (await this.profiles.listActive()).filter(({ grants }) => isAdministrator(grants));
      const locked = await this.profiles.lock(found.id, ...administrators.map((each) => each.id));
      const before = locked.get(found.id)!;
      if (before.status === 'inactive') throw new Failure(staffFailures.cannot_disable);
      if (isSuperAdministrator(before.grants)) throw new Failure(staffFailures.super_administrator);
      const left = [...locked.values()].filter(
        (each) => each.id !== found.id && each.status === 'active' && isAdministrator(each.grants),
      );
      if (left.length === 0) throw new Failure(staffFailures.last_administrator);
      if (!left.some(({ userId }) => userId === caller.userId)) throw new Failure(staffFailures.beyond_own_grants);
      await this.profiles.disable(found.id);
      if (before.userId !== undefined) {
        await this.passkeys.removeAll(before.userId);
        await this.sessions.endAll(before.userId);
      }
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_staff_profile_disable',
        subject: `staff:${before.trackingId}`,
        before: { status: before.status },
        after: { status: 'inactive' },
        ip: caller.ip,
      });
    });
  }
}
