import {
  type AccountChanges,
  type AccountDetails,
  AccountClosings,
  Accounts,
  Sessions,
  signInFailures,
} from '../../sign-in/index.js';
import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit, AuditedUnitOfWork } from '../../audit/index.js';
import { UserChanges } from '../proposals/index.js';
import type { Caller } from '../../../kernel/caller.js';
import { BeginClosing } from '../../accounts/index.js';
import { MemberCount, refuseUnlessSuperAdministrator, StaffProfiles } from '../members/index.js';
import { userFailures, Suspensions } from './users.js';
import { TestUserStore } from './test-users.js';

interface SplitChanges {
  readonly atOnce: AccountChanges;
  readonly waiting: AccountChanges;
}

/**
 * A change of the phone takes two members of staff, because codes go to it. So does the name of a person once the identity is
 * verified.
 */
export function splitChanges(changes: AccountChanges, account: AccountDetails): SplitChanges {
  const { firstName, lastName, phoneNumber, ...others } = changes;
  const waits = {
    firstName: account.identityVerified && isAnother(firstName, account.firstName),
    lastName: account.identityVerified && isAnother(lastName, account.lastName),
    phoneNumber: isAnother(phoneNumber, account.phoneNumber),
  };
  const given = Object.entries({ firstName, lastName, phoneNumber });
  const of = (isWaiting: boolean) =>
    Object.fromEntries(
      given.filter(([name, value]) => value !== undefined && waits[name as keyof typeof waits] === isWaiting),
    ) as AccountChanges;
  return { atOnce: { ...of(false), ...others }, waiting: of(true) };
}

function isAnother(given: string | undefined, present: string): boolean {
  return given !== undefined && given !== present;
}

/** Changes of accounts as staff make or approve them. */
@Injectable()
export class AccountChange {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly closings: AccountClosings,
    private readonly userChanges: UserChanges,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * In the caller's unit of work; suspension ends all sessions, and another status withdraws a closing. @returns the account as
   * it was. @throws Failure `sign_in.user_not_found`, `account_closed`
   */
  async make(userId: string, changes: AccountChanges): Promise<AccountDetails> {
    const before = await this.lock(userId);
    if (changes.status !== undefined) await this.closings.remove(userId);
    if (Object.values(changes).some((change) => change !== undefined)) await this.accounts.modify(userId, changes);
    if (changes.status === 'suspended') await this.sessions.endAll(userId);
    return before;
  }

  /** Until the end of the unit of work no session begins after a suspension, and no two calls change the same. @throws Failure as above */
  async lock(userId: string): Promise<AccountDetails> {
    const before = await this.accounts.lock(userId);
    if (!before) throw new Failure(signInFailures.user_not_found);
    if (before.status === 'closed') throw new Failure(signInFailures.account_closed);
    return before;
  }

  /**
   * Changes an account as one member of staff proposed and another one approved.
   * Idempotent. A change that the account does not take any more is in the audit trail.
   */
  async makeApproved(proposalId: string): Promise<void> {
    const found = await this.userChanges.findApproved(proposalId);
    if (!found) return;
    const { userId, approvedBy } = found;
    // Proposed to an earlier version, in which staff verified.
    const { phoneVerified: _, identityVerified: __, ...changes } = found.changes;
    const record = { staffId: approvedBy, action: 'control_user_modify', subject: `user:${userId}`, ip: '' };
    try {
      await this.unitOfWork.run(async () => {
        const before = await this.make(userId, changes);
        if ('firstName' in changes || 'lastName' in changes) await this.outbox.add(domainEvent('user.renamed', { userId }));
        const was = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as keyof typeof changes]]));
        await this.audit.record({ ...record, before: was, after: { ...changes, proposal: proposalId } });
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await this.unitOfWork.run(() => this.audit.record({ ...record, after: { proposal: proposalId, refused: error.message } }));
    }
  }
}

export interface Reason {
  /** May be empty. */
  readonly text: string;
  /** Whether the suspended user sees it. */
  readonly isTold: boolean;
}

export interface Modification {
  /** The account is closing, and shall be active again. */
  readonly isKept?: boolean;
  readonly reason: Reason;
}

@Injectable()
export class ModifyUser {
  constructor(
    private readonly accountChange: AccountChange,
    private readonly beginClosing: BeginClosing,
    private readonly profiles: StaffProfiles,
    private readonly testUsers: TestUserStore,
    private readonly memberCount: MemberCount,
    private readonly userChanges: UserChanges,
    private readonly suspensions: Suspensions,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /**
   * @returns the id of the proposal of what waits for another member of staff; empty where nothing waits
   * @throws Failure `users.own_user_account`, `users.nothing_to_update`, `users.reason_required` of a closing, `users.user_is_staff`,
   * `users.suspended_stays`, `users.test_user_stays`, `users.not_closing`; `staff.super_administrator_only`;
   * `sign_in.user_not_found`, `sign_in.account_closed`, and those of a closing
   */
  async execute(
    userId: string,
    changes: AccountChanges,
    { isKept = false, reason }: Modification,
    caller: Caller,
  ): Promise<string> {
    this.checkMayAsk(userId, changes, caller);
    if (changes.status === 'closing' && reason.text === '') throw new Failure(userFailures.reason_required);
    const isAlone = await this.memberCount.decidesAlone(caller.userId);
    return this.auditedUnitOfWork.execute(caller, 'control_user_modify', async () => {
      const account = await this.accountChange.lock(userId);
      if (isKept && account.status !== 'closing') throw new Failure(userFailures.not_closing);
      const { atOnce, waiting } = isAlone ? { atOnce: changes, waiting: {} } : splitChanges(changes, account);
      const isWaiting = Object.keys(waiting).length > 0;
      const before = await this.accountChange.make(userId, atOnce);
      await this.refuseForStaff(userId, changes, caller);
      await this.applyStatus(before, atOnce.status, reason);
      const proposed = isWaiting
        ? await this.userChanges.propose({ account: before, changes: waiting, reason: reason.text }, caller)
        : '';
      const isAllWaiting = isWaiting && Object.values(atOnce).every((change) => change === undefined);
      return {
        subject: `user:${userId}`,
        before: auditedBefore(before),
        after: {
          ...atOnce,
          ...(isWaiting ? { waiting } : {}),
          ...(isAllWaiting ? { proposed } : {}),
          ...auditedReason(reason),
        },
        result: proposed,
      };
    });
  }

  private checkMayAsk(userId: string, changes: AccountChanges, caller: Caller): void {
    // A suspension is refused later, as for all active staff.
    if (userId === caller.userId && changes.status !== 'suspended') throw new Failure(userFailures.own_user_account);
    if (Object.values(changes).every((change) => change === undefined)) throw new Failure(userFailures.nothing_to_update);
  }

  private async refuseForStaff(userId: string, { status }: AccountChanges, caller: Caller): Promise<void> {
    const profile = await this.profiles.find(userId);
    if (profile?.status !== 'active') return;
    refuseUnlessSuperAdministrator(profile.grants, caller.grants);
    // Staff are disabled by `Members.disable`, whose rules a suspension would bypass.
    if (status === 'suspended') throw new Failure(userFailures.user_is_staff);
  }

  /** Effects of a new status, beside the account itself. */
  private async applyStatus(before: AccountDetails, status: AccountChanges['status'], { isTold, text }: Reason): Promise<void> {
    if (status === undefined) return;
    if (status === 'closing') {
      if (before.status === 'suspended') throw new Failure(userFailures.suspended_stays);
      if (before.isTest) throw new Failure(userFailures.test_user_stays);
      await this.beginClosing.execute(before, 'staff');
    }
    if (before.isTest) await this.testUsers.setStatus(before.id, status === 'active' ? 'active' : 'archive');
    if (status === 'suspended' && before.status !== 'suspended')
      await this.suspensions.tell(before, isTold && text !== '' ? text : undefined);
  }
}

function auditedBefore({ firstName, lastName, phoneNumber, status }: AccountDetails): Readonly<Record<string, unknown>> {
  return { firstName, lastName, phoneNumber, status };
}

function auditedReason({ text, isTold }: Reason): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  return isTold ? { reason: text, notify: true } : { reason: text };
}
