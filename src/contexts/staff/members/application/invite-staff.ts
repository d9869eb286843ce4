import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Clock } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { type User, Users } from '../../../sign-in/index.js';
import { effectiveGrants, type Grant, mayChange } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { drawInvitation, newStaffProfile, type StaffDetails, type StaffProfile } from '../domain/staff-profile.js';
import { InvitationMails } from './invitation-mails.js';
import { Audit } from '../../../audit/index.js';
import { StaffProfiles, type StaffSecrets, TwoFactor } from './ports.js';
import { ProposeMoneyGrants } from './propose-money-grants.js';

export type StaffInvitee = Pick<StaffDetails, 'email' | 'phone' | 'role' | 'department' | 'bio'> & {
  readonly grants: readonly Grant[];
};

/** Invites a user by mail to become staff. An expired invitation can be repeated. */
@Injectable()
export class InviteStaff {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly users: Users,
    private readonly twoFactor: TwoFactor,
    private readonly moneyGrants: ProposeMoneyGrants,
    private readonly mails: InvitationMails,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the id of the proposal of its permissions for money; empty where nothing waits
   * @throws Failure `staff.yourself`, `staff.beyond_own_grants`, `staff.test_account`, `staff.already_exists`
   */
  async execute(invitee: StaffInvitee, caller: Caller): Promise<string> {
    const officer = await this.users.find(caller.userId);
    if (officer?.email === invitee.email) throw new Failure(staffFailures.yourself);
    const own = await this.profiles.find(caller.userId);
    if (!own) throw new Failure(staffFailures.beyond_own_grants);
    const user = await this.users.findByEmail(invitee.email);
    if (user?.isTest) throw new Failure(staffFailures.test_account);

    const now = this.clock.now();
    const [firstName, lastName] = [user?.firstName ?? '', user?.lastName ?? ''];
    const newProfile = newStaffProfile({ ...invitee, firstName, lastName, officerName: officer ? fullName(officer) : '' }, now);
    const secrets = { invitation: drawInvitation(now), totpSecret: this.twoFactor.drawSecret() };
    return this.unitOfWork.run(async () => {
      const existing = await this.findExisting(newProfile.email, user);
      // Locked together; the caller's current grants count, not those of their session.
      const locked = await this.profiles.lock(own.id, ...(existing ? [existing.id] : []));
      if (!mayInvite(locked.get(own.id)!, invitee.grants)) throw new Failure(staffFailures.beyond_own_grants);
      const { held, given } = await this.moneyGrants.split(locked.get(own.id)!, [], invitee.grants);
      const invited = { ...newProfile, grants: held };
      const profile = await this.store(invited, secrets, existing && locked.get(existing.id), now);
      await this.mails.send(profile, secrets.invitation);
      const { email, role, department, grants } = profile;
      await this.audit.record({
        staffId: caller.userId,
        action: 'control_staff_profile_create',
        subject: `staff:${profile.trackingId}`,
        after: { email, role, department, grants, ...(given.length === 0 ? {} : { waiting: given }) },
        ip: caller.ip,
      });
      return this.moneyGrants.propose({ member: profile, held, given }, caller);
    });
  }

  /** The address may belong to a staff member who registered with another one. */
  private async findExisting(email: string, user: User | undefined): Promise<StaffProfile | undefined> {
    return (await this.profiles.findByEmail(email)) ?? (user && (await this.profiles.find(user.id)));
  }

  private async store(
    newProfile: StaffProfile,
    secrets: StaffSecrets,
    existing: StaffProfile | undefined,
    now: number,
  ): Promise<StaffProfile> {
    if (!existing) {
      await this.profiles.add(newProfile, secrets);
      return newProfile;
    }
    const { id, agentName, trackingId, createdAt } = existing;
    const renewed = { ...newProfile, id, agentName, trackingId, createdAt };
    const isExpired = existing.invitedUntil !== undefined && existing.invitedUntil <= now;
    if (!isExpired || !(await this.profiles.replaceInvitation(renewed, secrets))) throw new Failure(staffFailures.already_exists);
    return renewed;
  }
}

function mayInvite({ status, grants }: StaffProfile, given: readonly Grant[]): boolean {
  const held = new Set<string>(effectiveGrants(grants));
  return status === 'active' && held.has('staffControl.allowCreate') && mayChange(held, [], given);
}

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
