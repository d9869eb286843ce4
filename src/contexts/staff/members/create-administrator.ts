import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { parseNewEmail } from '../../../kernel/email-address.js';
import { Failure } from '../../../kernel/failure.js';
import { parsePersonName } from '../../../kernel/person-name.js';
import { ALL_GRANTS, staffFailures } from './grants.js';
import { drawInvitation, newStaffProfile, type StaffProfile, StaffInvitations, type StaffSecrets } from './profiles.js';
import { TwoFactor } from './second-factors.js';

export interface AdministratorRequest {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The secrets cannot be read again. */
export interface CreatedAdministrator extends StaffSecrets {
  readonly profile: StaffProfile;
  readonly totpLink: string;
}

const DEFAULT_DETAILS = { phone: '', role: 'Administrator', department: '', bio: '', officerName: '' };

/**
 * Creates an administrator with every permission from the command line: there is no default account or password.
 * Repeated for somebody who has not registered yet, it replaces the secrets.
 */
@Injectable()
export class CreateAdministrator {
  constructor(
    private readonly profiles: StaffInvitations,
    private readonly twoFactor: TwoFactor,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `staff.invalid_email`, `staff.invalid_name`, `staff.already_registered` */
  async execute({ email: given, ...names }: AdministratorRequest): Promise<CreatedAdministrator> {
    const email = parseNewEmail(given);
    if (email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 255)
      throw new Failure(staffFailures.invalid_email);
    const [firstName, lastName] = [nameOf(names.firstName), nameOf(names.lastName)];
    const now = this.clock.now();
    const secrets = { invitation: drawInvitation(now), totpSecret: this.twoFactor.drawSecret() };
    const profile = await this.invite(
      newStaffProfile({ ...DEFAULT_DETAILS, email, firstName, lastName, grants: ALL_GRANTS }, now),
      secrets,
    );
    return { profile, ...secrets, totpLink: this.twoFactor.link(secrets.totpSecret, email) };
  }

  private async invite(newProfile: StaffProfile, secrets: StaffSecrets): Promise<StaffProfile> {
    const existing = await this.profiles.findByEmail(newProfile.email);
    if (!existing) {
      await this.profiles.add(newProfile, secrets);
      return newProfile;
    }
    const profile = { ...existing, grants: newProfile.grants, invitedUntil: newProfile.invitedUntil };
    if (!(await this.profiles.replaceInvitation(profile, secrets))) throw new Failure(staffFailures.already_registered);
    return profile;
  }
}

function nameOf(given = ''): string {
  const name = given === '' ? '' : parsePersonName(given);
  if (name === undefined) throw new Failure(staffFailures.invalid_name);
  return name;
}
