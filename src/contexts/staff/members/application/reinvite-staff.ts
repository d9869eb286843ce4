import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Clock } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { AuditedUnitOfWork } from '../../../audit/index.js';
import { Users } from '../../../sign-in/index.js';
import { effectiveGrants, mayChange } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { drawInvitation, type StaffProfile } from '../domain/staff-profile.js';
import { InvitationMails } from './invitation-mails.js';
import { StaffProfiles, TwoFactor } from './ports.js';
import { ProposeMoneyGrants } from './propose-money-grants.js';

/** enable: a disabled member. renew: one who has not registered. */
export type Reinvitation = 'enable' | 'renew';

const ACTIONS: Readonly<Record<Reinvitation, string>> = {
  enable: 'control_staff_profile_enable',
  renew: 'control_staff_invitation_renew',
};

/** Invites a staff member again, with new secrets; earlier ones are void. */
@Injectable()
export class ReinviteStaff {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly users: Users,
    private readonly twoFactor: TwoFactor,
    private readonly moneyGrants: ProposeMoneyGrants,
    private readonly mails: InvitationMails,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @param id user id or tracking id
   * @returns the id of the proposal of permissions for money; empty where nothing waits
   * @throws Failure `staff.not_found`, `staff.already_exists`, `staff.beyond_own_grants`; `staff.not_disabled` of enabling;
   * `staff.already_registered`, `staff.disabled` of renewing
   */
  async execute(id: string, kind: Reinvitation, caller: Caller): Promise<string> {
    const [found, own] = [await this.profiles.find(id), await this.profiles.find(caller.userId)];
    if (!found) throw new Failure(staffFailures.not_found);
    if (!own) throw new Failure(staffFailures.beyond_own_grants);
    const now = this.clock.now();
    const secrets = { invitation: drawInvitation(now), totpSecret: this.twoFactor.drawSecret() };
    return this.auditedUnitOfWork.execute(caller, ACTIONS[kind], async () => {
      // Locked together; the caller's current grants count, not those of their session.
      const locked = await this.profiles.lock(own.id, found.id);
      const before = locked.get(found.id)!;
      refuseWrongStatus(before, kind);
      if (!mayInvite(locked.get(own.id)!, before)) throw new Failure(staffFailures.beyond_own_grants);
      const profile = { ...before, email: await this.addressOf(before) };
      await this.profiles.reinvite(profile, secrets);
      await this.mails.send(profile, secrets.invitation);
      const proposalId = kind === 'enable' ? await this.proposeMoney(locked.get(own.id)!, before, caller) : '';
      return {
        subject: `staff:${before.trackingId}`,
        before: { status: before.status, email: before.email },
        after: { status: 'invited', email: profile.email },
        result: proposalId,
      };
    });
  }

  /** Whoever comes back has the other permissions at once. */
  private async proposeMoney(actor: StaffProfile, member: StaffProfile, caller: Caller): Promise<string> {
    const { held, given } = await this.moneyGrants.split(actor, [], member.grants);
    await this.profiles.setGrants(member.id, held);
    return this.moneyGrants.propose({ member, held, given }, caller);
  }

  /** The account's, where there is one: its address may have changed since the first invitation. */
  private async addressOf({ userId, email }: StaffProfile): Promise<string> {
    const account = userId === undefined ? undefined : await this.users.find(userId);
    return account?.email ?? email;
  }
}

function refuseWrongStatus({ status }: StaffProfile, kind: Reinvitation): void {
  if (kind === 'enable' && status !== 'inactive') throw new Failure(staffFailures.not_disabled);
  if (kind === 'renew' && status === 'active') throw new Failure(staffFailures.already_registered);
  if (kind === 'renew' && status === 'inactive') throw new Failure(staffFailures.disabled);
}

/** An invitation gives its grants, and nobody gives grants that they do not hold. */
function mayInvite({ status, grants }: StaffProfile, invited: StaffProfile): boolean {
  return status === 'active' && mayChange(new Set<string>(effectiveGrants(grants)), [], invited.grants);
}
