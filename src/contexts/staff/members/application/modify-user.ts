import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { AccountAdministration } from '../../../accounts/index.js';
import type { AccountChanges } from '../../../sign-in/index.js';
import { refuseUnlessSuperAdministrator } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { Audit } from '../../../audit/index.js';
import { StaffProfiles } from './ports/staff-profiles.js';
import { SecondFactorCheck } from './second-factor-check.js';
import { TestUsers } from './ports/test-users.js';
import { SuspensionMessage } from './suspension-message.js';

export interface Reason {
  /** May be empty. */
  readonly text: string;
  /** Whether a suspended user is told it. */
  readonly isTold: boolean;
}

@Injectable()
export class ModifyUser {
  constructor(
    private readonly accounts: AccountAdministration,
    private readonly profiles: StaffProfiles,
    private readonly testUsers: TestUsers,
    private readonly secondFactor: SecondFactorCheck,
    private readonly suspensionMessage: SuspensionMessage,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param code of the caller's second factor, without which no verification is changed
   * @throws Failure `staff.own_user_account`, `staff.nothing_to_update`, `staff.invalid_code`, `staff.user_is_staff`, `staff.super_administrator_only`;
   * `sign_in.user_not_found`, `sign_in.account_closed`, `sign_in.phone_taken`
   */
  async execute(
    userId: string,
    changes: AccountChanges,
    { reason, code }: { readonly reason: Reason; readonly code: string | undefined },
    caller: Caller,
  ): Promise<void> {
    const { status, phoneVerified, identityVerified } = changes;
    // A suspension is refused below, as for all active staff.
    if (userId === caller.userId && status !== 'suspended') throw new Failure(staffFailures.own_user_account);
    if (Object.values(changes).every((change) => change === undefined)) throw new Failure(staffFailures.nothing_to_update);
    if (phoneVerified !== undefined || identityVerified !== undefined) await this.checkCode(code, caller);
    await this.unitOfWork.run(async () => {
      const before = await this.accounts.modify(userId, changes);
      const profile = await this.profiles.find(userId);
      if (profile?.status === 'active') {
        refuseUnlessSuperAdministrator(profile.grants, caller.grants);
        // Staff are disabled by `DisableStaff`, whose rules a suspension would bypass.
        if (status === 'suspended') throw new Failure(staffFailures.user_is_staff);
      }
      if (status !== undefined && before.isTest)
        await this.testUsers.setStatus(userId, status === 'active' ? 'active' : 'archive');
      if (status === 'suspended' && before.status !== 'suspended')
        await this.suspensionMessage.write(before, reason.isTold && reason.text !== '' ? reason.text : undefined);
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_user_modify',
        subject: `user:${userId}`,
        before: {
          firstName: before.firstName,
          lastName: before.lastName,
          phoneNumber: before.phoneNumber,
          status: before.status,
          ...(phoneVerified === undefined ? {} : { phoneVerified: before.phoneVerified }),
          ...(identityVerified === undefined ? {} : { identityVerified: before.identityVerified }),
        },
        after: { ...changes, ...(reason.text === '' ? {} : { reason: reason.text, ...(reason.isTold ? { notify: true } : {}) }) },
        ip: caller.ip,
      });
    });
  }

  private async checkCode(code: string | undefined, { userId }: Caller): Promise<void> {
    const profile = await this.profiles.find(userId);
    if (!profile || code === undefined) throw new Failure(staffFailures.invalid_code);
    await this.secondFactor.execute(profile.id, code);
  }
}
