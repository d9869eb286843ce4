import { SecondFactors } from './second-factors.js';
import { MemberMessages, SECOND_FACTOR_RESET } from './messages.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { Sessions, type AccountDetails, AccountDirectory } from '../../sign-in/index.js';
import {
  effectiveGrants,
  type Grant,
  isAdministrator,
  mayChange,
  refuseUnlessSuperAdministrator,
  staffFailures,
  isSuperAdministrator,
} from './grants.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { StaffProfiles, type StaffDetailChanges, type StaffProfile } from './profiles.js';
import { MoneyGrants } from './approvals.js';
import { PasskeyStore } from './passkeys.js';
import { type Figures, UserFigures, ClosingObstacleSource } from '../../accounts/index.js';
import { Contributes } from '../../../kernel/registry.js';

export interface StaffView {
  readonly profile: StaffProfile;
  readonly account: AccountDetails | undefined;
  readonly figures: Figures | undefined;
}

/** Changes by staff to their colleagues, effective at once in their sessions. */
@Injectable()
export class Members {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly sessions: Sessions,
    private readonly moneyGrants: MoneyGrants,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly passkeys: PasskeyStore,
    private readonly secondFactors: SecondFactors,
    private readonly messages: MemberMessages,
    private readonly accounts: AccountDirectory,
    private readonly figures: UserFigures,
  ) {}

  /**
   * Grants and revokes permissions of another staff member, effective at once in their sessions.
   * @param id user id or tracking id
   * @returns the id of the proposal of permissions for money; empty where nothing waits
   * @throws Failure `staff.not_found`, `staff.own_grants`, `staff.beyond_own_grants`, `staff.super_administrator_only`
   */
  async changeGrants(id: string, grants: readonly Grant[], caller: Caller): Promise<string> {
    const found = await this.profiles.find(id);
    if (!found) throw new Failure(staffFailures.not_found);
    if (found.userId === caller.userId) throw new Failure(staffFailures.own_grants);
    const own = await this.profiles.find(caller.userId);
    if (!own) throw new Failure(staffFailures.beyond_own_grants);
    return this.auditedUnitOfWork.execute(caller, 'control_staff_profile_update', async () => {
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
      return {
        subject: `staff:${before.trackingId}`,
        before: { grants: before.grants },
        after: { grants: left, ...(given.length === 0 ? {} : { waiting: given }) },
        result: await this.moneyGrants.propose({ member: before, held: left, given }, caller),
      };
    });
  }

  /** @param id user id or tracking id; one's own, too @throws Failure `staff.not_found`, `staff.nothing_to_update`, `staff.super_administrator_only` */
  async changeDetails(id: string, changes: StaffDetailChanges, caller: Caller): Promise<void> {
    if (Object.values(changes).every((change) => change === undefined)) throw new Failure(staffFailures.nothing_to_update);
    const found = await this.profiles.find(id);
    if (!found) throw new Failure(staffFailures.not_found);
    await this.auditedUnitOfWork.execute(caller, 'control_staff_details_update', async () => {
      const { phone, role, department, bio, grants, trackingId } = (await this.profiles.lock(found.id)).get(found.id)!;
      refuseUnlessSuperAdministrator(grants, caller.grants);
      await this.profiles.setDetails(found.id, changes);
      return { subject: `staff:${trackingId}`, before: { phone, role, department, bio }, after: changes, result: undefined };
    });
  }

  /**
   * @param id user id or tracking id
   * @throws Failure `staff.cannot_disable`, `staff.own_account`, `staff.super_administrator`, `staff.last_administrator`,
   * `staff.beyond_own_grants` when the caller has been disabled or demoted meanwhile
   */
  async disable(id: string, caller: Caller): Promise<void> {
    const found = await this.profiles.find(id);
    if (!found) throw new Failure(staffFailures.cannot_disable);
    if (found.userId === caller.userId) throw new Failure(staffFailures.own_account);
    await this.auditedUnitOfWork.execute(caller, 'control_staff_profile_disable', async () => {
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
      return {
        subject: `staff:${before.trackingId}`,
        before: { status: before.status },
        after: { status: 'inactive' },
        result: undefined,
      };
    });
  }

  /** Gives a member another second factor, ends their sessions and passkeys, and tells them by whom. */
  async resetSecondFactor(profile: StaffProfile, caller: Caller): Promise<void> {
    const { id, userId, trackingId } = profile;
    await this.auditedUnitOfWork.execute(caller, 'control_staff_twofa_reset', async () => {
      await this.secondFactors.replace(id);
      if (userId !== undefined) {
        await this.passkeys.removeAll(userId);
        await this.sessions.endAll(userId);
      }
      await this.messages.ofSecondFactor(profile, SECOND_FACTOR_RESET, 'Your authenticator key was reset', caller);
      return { subject: `staff:${trackingId}`, result: undefined };
    });
  }

  async views(profiles: readonly StaffProfile[]): Promise<StaffView[]> {
    const accounts = await this.accounts.findMany(profiles.flatMap(({ userId }) => userId ?? []));
    return Promise.all(
      profiles.map(async (profile) => {
        const account = accounts.get(profile.userId ?? '');
        return { profile, account, figures: account && (await this.figures.of(account.id)) };
      }),
    );
  }
}

/** Members must be disabled before their accounts are closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class StaffMembership extends ClosingObstacleSource {
  readonly obstacle = 'staff';

  constructor(private readonly profiles: StaffProfiles) {
    super();
  }

  async exists(userId: string): Promise<boolean> {
    const profile = await this.profiles.find(userId);
    return profile !== undefined && profile.status !== 'inactive';
  }
}
