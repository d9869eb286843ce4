import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { ALL_GRANTS } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { drawInvitation, newStaffProfile, type StaffProfile } from '../domain/staff-profile.js';
import { StaffInvitations, type StaffSecrets } from './ports/staff-invitations.js';
import { TwoFactor } from './ports/two-factor.js';

export interface AdministratorRequest {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The only time that the secrets can be read. */
export interface CreatedAdministrator extends StaffSecrets {
  readonly profile: StaffProfile;
  readonly totpLink: string;
}

/** What is not asked of who is made from outside the service. */
const NOBODY = { phone: '', role: 'Administrator', department: '', bio: '', officerName: '' };

/**
 * Makes an administrator who holds every permission, from outside the service: there is no default account and
 * no default password. Asked again for somebody who has not registered yet, it replaces lost secrets.
 */
@Injectable()
export class CreateAdministrator {
  constructor(
    private readonly profiles: StaffInvitations,
    private readonly twoFactor: TwoFactor,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `staff.invalid_email`, `staff.already_registered` */
  async execute({ email: given, firstName = '', lastName = '' }: AdministratorRequest): Promise<CreatedAdministrator> {
    const email = given.trim().toLowerCase();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 255) throw new Failure(staffFailures.invalid_email);
    const now = this.clock.now();
    const secrets = { invitation: drawInvitation(now), totpSecret: this.twoFactor.drawSecret() };
    const profile = await this.invite(
      newStaffProfile({ ...NOBODY, email, firstName, lastName, grants: ALL_GRANTS }, now),
      secrets,
    );
    return { profile, ...secrets, totpLink: this.twoFactor.link(secrets.totpSecret, email) };
  }

  private async invite(wanted: StaffProfile, secrets: StaffSecrets): Promise<StaffProfile> {
    const known = await this.profiles.findByEmail(wanted.email);
    if (!known) {
      await this.profiles.add(wanted, secrets);
      return wanted;
    }
    const profile = { ...known, grants: wanted.grants, invitedUntil: wanted.invitedUntil };
    if (!(await this.profiles.inviteAgain(profile, secrets))) throw new Failure(staffFailures.already_registered);
    return profile;
  }
}
