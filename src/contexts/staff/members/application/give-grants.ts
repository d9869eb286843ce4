import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Sessions } from '../../../sign-in/index.js';
import { effectiveGrants, type Grant, isAdministrator, mayChange } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { StaffProfiles } from './ports.js';

/** Permissions that were proposed for a member and approved by another. */
@Injectable()
export class GiveGrants {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Who approves gives, and nobody gives what they do not hold, nor to themselves. @throws Failure `staff.own_grants`, `staff.beyond_own_grants` */
  async refuseUnlessEntitled(approverId: string, trackingId: string, given: readonly Grant[]): Promise<void> {
    const [approver, member] = [await this.profiles.find(approverId), await this.profiles.find(trackingId)];
    if (member?.userId === approverId) throw new Failure(staffFailures.own_grants);
    const grants = approver?.status === 'active' ? approver.grants : [];
    const held = new Set<string>(effectiveGrants(grants));
    const mayGive = isAdministrator(grants) || held.has('staffControl.allowCreate');
    if (!mayGive || !mayChange(held, [], given)) throw new Failure(staffFailures.beyond_own_grants);
  }

  /** Whether the member is still as the proposer left them. */
  async canGive(trackingId: string, held: readonly Grant[]): Promise<boolean> {
    const member = await this.profiles.find(trackingId);
    return member !== undefined && member.status !== 'inactive' && isSame(member.grants, held);
  }

  /** Once, and not where they were changed since; a later change counts. */
  async execute(trackingId: string, held: readonly Grant[], given: readonly Grant[]): Promise<void> {
    const found = await this.profiles.find(trackingId);
    if (!found) return;
    await this.unitOfWork.run(async () => {
      const { id, userId, status, grants } = (await this.profiles.lock(found.id)).get(found.id)!;
      if (status === 'inactive' || !isSame(grants, held)) return;
      const after = [...held, ...given];
      await this.profiles.setGrants(id, after);
      if (userId !== undefined) await this.sessions.setGrants(userId, effectiveGrants(after));
    });
  }
}

function isSame(some: readonly Grant[], others: readonly Grant[]): boolean {
  return some.length === others.length && some.every((grant) => others.includes(grant));
}
