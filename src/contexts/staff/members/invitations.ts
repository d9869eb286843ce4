import { presentAddress } from './messages.js';
import { type MailTemplate, Mailer } from '../../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import {
  type Invitation,
  type StaffProfile,
  StaffSettings,
  drawInvitation,
  newStaffProfile,
  type StaffDetails,
  StaffProfiles,
  type StaffSecrets,
} from './profiles.js';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { type User, Users } from '../../sign-in/index.js';
import { effectiveGrants, type Grant, mayChange, staffFailures } from './grants.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { TwoFactor } from './second-factors.js';
import { MoneyGrants } from './approvals.js';

export const INVITATION: MailTemplate = {
  name: 'staff-invitation',
  class: 'security',
  subject: 'You are invited to join the team',
  lead: 'You are invited to join the team as {{agentName}}.',
  code: ['Your registration ID', '{{registrationId}}'],
  facts: [
    ['Name in the team', '{{agentName}}'],
    ['Invited', '{{time}}'],
    ['Good for', 'Seven days, once'],
    ['Register at', '{{address}}'],
  ],
  paragraphs: [
    'Register there with your e-mail address and this registration ID. When you enter it, the key for your authenticator app is shown.',
    'To finish, enter a code of that app and the password of your account, or a new password if you have no account yet.',
  ],
  warning:
    'Never hand on this mail, not even to your colleagues. If you expect no invitation, leave it alone: without the registration ID nobody can join in your name.',
};

export type StaffInvitee = Pick<StaffDetails, 'email' | 'phone' | 'role' | 'department' | 'bio'> & {
  readonly grants: readonly Grant[];
};

function mayInvite({ status, grants }: StaffProfile, given: readonly Grant[]): boolean {
  const held = new Set<string>(effectiveGrants(grants));
  return status === 'active' && held.has('staffControl.allowCreate') && mayChange(held, [], given);
}

function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}

/** enable: a disabled member. renew: one who has not registered. */
export type Reinvitation = 'enable' | 'renew';

const ACTIONS: Readonly<Record<Reinvitation, string>> = {
  enable: 'control_staff_profile_enable',
  renew: 'control_staff_invitation_renew',
};

/** Invites users by mail to become staff, and members again, with new secrets. */
@Injectable()
export class Invitations {
  constructor(
    private readonly mailer: Mailer,
    private readonly settings: StaffSettings,
    private readonly profiles: StaffProfiles,
    private readonly users: Users,
    private readonly twoFactor: TwoFactor,
    private readonly moneyGrants: MoneyGrants,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Without the key of the second factor: somebody who reads the mail after the registration has neither factor. In the caller's unit of work. */
  private mail({ email, agentName }: StaffProfile, { registrationId }: Invitation): Promise<void> {
    // Browsers send nothing after the # to a server, so that no log has it.
    const data = { agentName, registrationId, address: `${this.settings.consoleUrl}/register#${registrationId}` };
    return this.mailer.send({ to: email, template: INVITATION, data, key: `staff-invitation:${newId()}` });
  }

  /**
   * Invites a user by mail to become staff. An expired invitation can be repeated.
   * @returns the id of the proposal of its permissions for money; empty where nothing waits
   * @throws Failure `staff.yourself`, `staff.beyond_own_grants`, `staff.test_account`, `staff.already_exists`
   */
  async invite(invitee: StaffInvitee, caller: Caller): Promise<string> {
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
    return this.auditedUnitOfWork.execute(caller, 'control_staff_profile_create', async () => {
      const existing = await this.findExisting(newProfile.email, user);
      // Locked together; the caller's current grants count, not those of their session.
      const locked = await this.profiles.lock(own.id, ...(existing ? [existing.id] : []));
      if (!mayInvite(locked.get(own.id)!, invitee.grants)) throw new Failure(staffFailures.beyond_own_grants);
      const { held, given } = await this.moneyGrants.split(locked.get(own.id)!, [], invitee.grants);
      const invited = { ...newProfile, grants: held };
      const profile = await this.store(invited, secrets, existing && locked.get(existing.id), now);
      await this.mail(profile, secrets.invitation);
      const { email, role, department, grants } = profile;
      return {
        subject: `staff:${profile.trackingId}`,
        after: { email, role, department, grants, ...(given.length === 0 ? {} : { waiting: given }) },
        result: await this.moneyGrants.propose({ member: profile, held, given }, caller),
      };
    });
  }

  /**
   * Invites a staff member again, with new secrets; earlier ones are void.
   * @param id user id or tracking id
   * @returns the id of the proposal of permissions for money; empty where nothing waits
   * @throws Failure `staff.not_found`, `staff.already_exists`, `staff.beyond_own_grants`; `staff.not_disabled` of enabling;
   * `staff.already_registered`, `staff.disabled` of renewing
   */
  async reinvite(id: string, kind: Reinvitation, caller: Caller): Promise<string> {
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
      if (!mayInviteAgain(locked.get(own.id)!, before)) throw new Failure(staffFailures.beyond_own_grants);
      const profile = { ...before, email: await presentAddress(this.users, before) };
      await this.profiles.reinvite(profile, secrets);
      await this.mail(profile, secrets.invitation);
      const proposalId = kind === 'enable' ? await this.proposeMoney(locked.get(own.id)!, before, caller) : '';
      return {
        subject: `staff:${before.trackingId}`,
        before: { status: before.status, email: before.email },
        after: { status: 'invited', email: profile.email },
        result: proposalId,
      };
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

  /** A returning member has the other permissions at once. */
  private async proposeMoney(actor: StaffProfile, member: StaffProfile, caller: Caller): Promise<string> {
    const { held, given } = await this.moneyGrants.split(actor, [], member.grants);
    await this.profiles.setGrants(member.id, held);
    return this.moneyGrants.propose({ member, held, given }, caller);
  }
}

function refuseWrongStatus({ status }: StaffProfile, kind: Reinvitation): void {
  if (kind === 'enable' && status !== 'inactive') throw new Failure(staffFailures.not_disabled);
  if (kind === 'renew' && status === 'active') throw new Failure(staffFailures.already_registered);
  if (kind === 'renew' && status === 'inactive') throw new Failure(staffFailures.disabled);
}

/** An invitation gives its grants, and nobody gives grants that they do not hold. */
function mayInviteAgain({ status, grants }: StaffProfile, invited: StaffProfile): boolean {
  return status === 'active' && mayChange(new Set<string>(effectiveGrants(grants)), [], invited.grants);
}
