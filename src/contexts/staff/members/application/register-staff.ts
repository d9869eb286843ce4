import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { normaliseEmail } from '../../../../kernel/email-address.js';
import { Failure } from '../../../../kernel/failure.js';
import { toPersonName } from '../../../../kernel/person-name.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { type Account, type SignInContext, NewAccounts, SignIn, Users } from '../../../sign-in/index.js';
import { effectiveGrants } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import type { StaffProfile } from '../domain/staff-profile.js';
import type { StaffCredentials } from './staff-sign-in.js';
import { StaffProfiles } from './ports.js';
import { SecondFactorCheck } from './second-factor-check.js';

export interface StaffRegistration {
  readonly registrationId: string;
  readonly email: string;
  /** The existing account's password, or that of the new account. */
  readonly password: string;
  readonly code: string;
}

@Injectable()
export class RegisterStaff {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly users: Users,
    private readonly signIn: SignIn,
    private readonly newAccounts: NewAccounts,
    private readonly secondFactor: SecondFactorCheck,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Failure `staff.no_invitation`, `staff.incorrect_credentials`, `staff.invalid_code`; `sign_in.incorrect_credentials`,
   *   `sign_in.login_delayed`, `sign_in.weak_password`, `sign_in.common_password`, `sign_in.suspended`, `sign_in.busy`
   */
  async execute(registration: StaffRegistration, context: SignInContext): Promise<StaffCredentials> {
    const { registrationId, password, code } = registration;
    const profile = await this.profiles.findInvited(registrationId, this.clock.now());
    if (!profile) throw new Failure(staffFailures.no_invitation);
    const { email } = profile;
    if (normaliseEmail(registration.email) !== normaliseEmail(email)) throw new Failure(staffFailures.incorrect_credentials);
    const isKnown = (await this.users.findByEmail(email)) !== undefined;
    const account = isKnown ? await this.signIn.authenticate(email, password, context) : await this.prepare(profile, password);
    // Staff can read the password of a test account.
    if (account.isTest) throw new Failure(staffFailures.no_invitation);
    await this.secondFactor.execute(profile.id, code);
    return this.unitOfWork.run(async () => {
      // Under the lock, so that the session gets the current grants.
      const { grants } = (await this.profiles.lock(profile.id)).get(profile.id)!;
      if (!(await this.profiles.activate(profile.id, registrationId, account.id))) throw new Failure(staffFailures.no_invitation);
      if (!isKnown) await this.newAccounts.open(account);
      const options = { grants: effectiveGrants(grants), isRegistration: !isKnown };
      return { ...(await this.signIn.begin(account, context, options)), status: 'active' };
    });
  }

  /** The invitation was mailed to the address, which verifies it. */
  private prepare({ email, firstName, lastName }: StaffProfile, password: string): Promise<Account> {
    return this.newAccounts.prepare({ email, firstName: firstName || nameIn(email), lastName, password });
  }
}

/** A first name from the address: `ada.obi@example.com` is Ada. */
function nameIn(email: string): string {
  const word = toPersonName(/^[^@.+_-]*/.exec(email)![0]) || 'Colleague';
  return word.charAt(0).toUpperCase() + word.slice(1);
}
