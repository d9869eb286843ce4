import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { type Account, type Credentials, type SignInContext, SignIn, NewAccounts, Users } from '../../sign-in/index.js';
import { effectiveGrants, staffFailures } from './grants.js';
import { type StaffProfile, type StaffStatus, StaffProfiles } from './profiles.js';
import { SecondFactors } from './second-factors.js';
import { Clock } from '../../../kernel/clock.js';
import { normaliseEmail } from '../../../kernel/email-address.js';
import { toPersonName } from '../../../kernel/person-name.js';

export interface StaffCredentials extends Credentials {
  readonly status: StaffStatus;
}

/** An active member of staff whose password was proved. */
export interface ProvedPassword {
  readonly account: Account;
  readonly profile: StaffProfile;
  readonly context: SignInContext;
}

/** Signs staff in by the password of their account and a second factor. */
@Injectable()
export class StaffSignIn {
  constructor(
    private readonly signIn: SignIn,
    private readonly profiles: StaffProfiles,
    private readonly unitOfWork: UnitOfWork,
    private readonly secondFactors: SecondFactors,
  ) {}

  /**
   * Answers as for a wrong password when the account is not active staff.
   * @throws Failure `staff.incorrect_credentials`; `sign_in.incorrect_credentials`, `sign_in.login_delayed`, `sign_in.busy`
   */
  async authenticate(email: string, password: string, context: SignInContext): Promise<ProvedPassword> {
    const account = await this.signIn.authenticate(email, password, context);
    const profile = await this.profiles.find(account.id);
    if (profile?.status !== 'active') throw new Failure(staffFailures.incorrect_credentials);
    return { account, profile, context };
  }

  /** Records the sign-in as failed where the second factor is wrong. Outside of a unit of work. */
  async prove<Proof>({ account, context }: ProvedPassword, secondFactor: () => Promise<Proof>): Promise<Proof> {
    try {
      return await secondFactor();
    } catch (error) {
      this.signIn.recordFailure(account, context);
      throw error;
    }
  }

  /**
   * @param before in the unit of work in which the session begins
   * @throws Failure `staff.incorrect_credentials`, `sign_in.suspended`, `sign_in.incorrect_credentials` when the password changed
   */
  begin({ account, profile, context }: ProvedPassword, before?: () => Promise<void>): Promise<StaffCredentials> {
    return this.unitOfWork.run(async () => {
      // Under the lock: no session may begin beside a concurrent disabling.
      const present = (await this.profiles.lock(profile.id)).get(profile.id);
      if (present?.status !== 'active') throw new Failure(staffFailures.incorrect_credentials);
      await before?.();
      const credentials = await this.signIn.begin(account, context, { grants: effectiveGrants(present.grants) });
      return { ...credentials, status: present.status };
    });
  }

  /**
   * Logs staff in by the account's password and a one-time code.
   * @throws Failure of StaffSignIn, and `staff.invalid_code`
   */
  async logIn(email: string, password: string, code: string, context: SignInContext): Promise<StaffCredentials> {
    const proved = await this.authenticate(email, password, context);
    await this.prove(proved, () => this.secondFactors.check(proved.profile.id, code));
    return this.begin(proved);
  }
}

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
    private readonly secondFactors: SecondFactors,
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
    await this.secondFactors.check(profile.id, code);
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
