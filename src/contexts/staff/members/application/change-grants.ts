import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Sessions } from '../../../sign-in/index.js';
import { effectiveGrants, type Grant, isAdministrator, mayChange, refuseUnlessSuperAdministrator } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { Audit } from '../../../audit/index.js';
import { StaffProfiles } from './ports.js';
import { ProposeMoneyGrants } from './propose-money-grants.js';

/** Grants and revokes permissions of another staff member, effective at once in their sessions. */
@Injectable()
export class ChangeGrants {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly sessions: Sessions,
    private readonly moneyGrants: ProposeMoneyGrants,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param id user id or tracking id
   * @returns the id of the proposal of permissions for money; empty where nothing waits
   * @throws Failure `staff.not_found`, `staff.own_grants`, `staff.beyond_own_grants`, `staff.super_administrator_only`
   */
  async execute(id: string, grants: readonly Grant[], caller: Caller): Promise<string> {
    const found = await this.profiles.find(id);
    if (!found) throw new Failure(staffFailures.not_found);
    if (found.userId === caller.userId) throw new Failure(staffFailures.own_grants);
    const own = await this.profiles.find(caller.userId);
    if (!own) throw new Failure(staffFailures.beyond_own_grants);
    return this.unitOfWork.run(async () => {
      // Locked together: of two who change each other, the second one is judged by the grants the first one left.
      const locked = await this.profiles.lock(own.id, found.id);
      const [actor, before] = [locked.get(own.id)!, locked.get(found.id)!];
      const held = new Set<string>(effectiveGrants(actor.grants));
      const isEntitled = actor.status === 'active' && isAdministrator(actor.grants) && mayChange(held, before.grants, grants);
      if (!isEntitled) throw new Failure(staffFailures.beyond_own_grants);
      refuseUnlessSuperAdministrator(before.grants, held);
      const { held: left, given } = await this.moneyGrants.split(actor, before.grants, grants);
      await this.profiles.setGrants(before.id, left);
      if (before.userId !== undefined) await this.sessions.setGrants(before.userId, effectiveGrants(left));
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_staff_profile_update',
        subject: `staff:${before.trackingId}`,
        before: { grants: before.grants },
        after: { grants: left, ...(given.length === 0 ? {} : { waiting: given }) },
        ip: caller.ip,
      });
      return this.moneyGrants.propose({ member: before, held: left, given }, caller);
    });
  }
}
