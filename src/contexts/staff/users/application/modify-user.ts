import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { BeginClosing } from '../../../accounts/index.js';
import { Audit } from '../../../audit/index.js';
import type { AccountChanges, AccountDetails } from '../../../sign-in/index.js';
import { CheckOwnCode, DecidesAlone, refuseUnlessSuperAdministrator, staffFailures, StaffProfiles } from '../../members/index.js';
import { ProposeUserChange } from '../../proposals/index.js';
import { userFailures } from '../domain/users.failures.js';
import { ChangeAccount } from './change-account.js';
import { TestUsers } from './ports.js';
import { splitChanges } from './split-changes.js';
import { SuspensionMessage } from './suspension-message.js';

export interface Reason {
  /** May be empty. */
  readonly text: string;
  /** Whether a suspended user is told it. */
  readonly isTold: boolean;
}

export interface Modification {
  /** The account is closing, and shall be active again. */
  readonly isKept?: boolean;
  readonly reason: Reason;
  /** Of the caller's second factor, without which no verification is changed. */
  readonly code: string | undefined;
}

@Injectable()
export class ModifyUser {
  constructor(
    private readonly changeAccount: ChangeAccount,
    private readonly beginClosing: BeginClosing,
    private readonly profiles: StaffProfiles,
    private readonly testUsers: TestUsers,
    private readonly ownCode: CheckOwnCode,
    private readonly decidesAlone: DecidesAlone,
    private readonly proposeUserChange: ProposeUserChange,
    private readonly suspensionMessage: SuspensionMessage,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns the id of the proposal of what waits for another member of staff; empty where nothing waits
   * @throws Failure `users.own_user_account`, `users.nothing_to_update`, `users.reason_required` of a closing, `users.user_is_staff`,
   * `users.suspended_stays`, `users.test_user_stays`, `users.not_closing`; `staff.invalid_code`, `staff.super_administrator_only`;
   * `sign_in.user_not_found`, `sign_in.account_closed`, `sign_in.phone_taken`, and those of a closing
   */
  async execute(
    userId: string,
    changes: AccountChanges,
    { isKept = false, reason, code }: Modification,
    caller: Caller,
  ): Promise<string> {
    await this.checkMayAsk(userId, changes, code, caller);
    if (changes.status === 'closing' && reason.text === '') throw new Failure(userFailures.reason_required);
    const isAlone = await this.decidesAlone.execute(caller.userId);
    return this.unitOfWork.run(async () => {
      const account = await this.changeAccount.lock(userId);
      if (isKept && account.status !== 'closing') throw new Failure(userFailures.not_closing);
      const { atOnce, waiting } = isAlone ? { atOnce: changes, waiting: {} } : splitChanges(changes, account);
      const isWaiting = Object.keys(waiting).length > 0;
      const before = await this.changeAccount.execute(userId, atOnce);
      await this.refuseForStaff(userId, changes, caller);
      await this.applyStatus(before, atOnce.status, reason);
      const proposed = isWaiting
        ? await this.proposeUserChange.execute({ account: before, changes: waiting, reason: reason.text }, caller)
        : '';
      const isAllWaiting = isWaiting && Object.values(atOnce).every((change) => change === undefined);
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_user_modify',
        subject: `user:${userId}`,
        before: auditedBefore(before, changes),
        after: {
          ...atOnce,
          ...(isWaiting ? { waiting } : {}),
          ...(isAllWaiting ? { proposed } : {}),
          ...auditedReason(reason),
        },
        ip: caller.ip,
      });
      return proposed;
    });
  }

  private async checkMayAsk(userId: string, changes: AccountChanges, code: string | undefined, caller: Caller): Promise<void> {
    const { status, phoneVerified, identityVerified } = changes;
    // A suspension is refused later, as for all active staff.
    if (userId === caller.userId && status !== 'suspended') throw new Failure(userFailures.own_user_account);
    if (Object.values(changes).every((change) => change === undefined)) throw new Failure(userFailures.nothing_to_update);
    if (phoneVerified !== undefined || identityVerified !== undefined) await this.checkCode(code, caller);
  }

  private async refuseForStaff(userId: string, { status }: AccountChanges, caller: Caller): Promise<void> {
    const profile = await this.profiles.find(userId);
    if (profile?.status !== 'active') return;
    refuseUnlessSuperAdministrator(profile.grants, caller.grants);
    // Staff are disabled by `DisableStaff`, whose rules a suspension would bypass.
    if (status === 'suspended') throw new Failure(userFailures.user_is_staff);
  }

  /** What follows from a new status, beside the account itself. */
  private async applyStatus(before: AccountDetails, status: AccountChanges['status'], { isTold, text }: Reason): Promise<void> {
    if (status === undefined) return;
    if (status === 'closing') {
      if (before.status === 'suspended') throw new Failure(userFailures.suspended_stays);
      if (before.isTest) throw new Failure(userFailures.test_user_stays);
      await this.beginClosing.execute(before, 'staff');
    }
    if (before.isTest) await this.testUsers.setStatus(before.id, status === 'active' ? 'active' : 'archive');
    if (status === 'suspended' && before.status !== 'suspended')
      await this.suspensionMessage.write(before, isTold && text !== '' ? text : undefined);
  }

  private async checkCode(code: string | undefined, caller: Caller): Promise<void> {
    if (code === undefined || !(await this.profiles.find(caller.userId))) throw new Failure(staffFailures.invalid_code);
    await this.ownCode.execute(code, caller);
  }
}

/** What was changed, as it was; the verifications only where they were changed. */
function auditedBefore(
  before: AccountDetails,
  { phoneVerified, identityVerified }: AccountChanges,
): Readonly<Record<string, unknown>> {
  const { firstName, lastName, phoneNumber, status } = before;
  return {
    firstName,
    lastName,
    phoneNumber,
    status,
    ...(phoneVerified === undefined ? {} : { phoneVerified: before.phoneVerified }),
    ...(identityVerified === undefined ? {} : { identityVerified: before.identityVerified }),
  };
}

function auditedReason({ text, isTold }: Reason): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  return isTold ? { reason: text, notify: true } : { reason: text };
}
