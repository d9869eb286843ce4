import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { type Account, type Credentials, type SignInContext, SignIn } from '../../../sign-in/index.js';
import { effectiveGrants } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import type { StaffProfile, StaffStatus } from '../domain/staff-profile.js';
import { StaffProfiles } from './ports.js';

export interface StaffCredentials extends Credentials {
  readonly status: StaffStatus;
}

/** Who has proved the password of an active member of staff. */
export interface ProvedPassword {
  readonly account: Account;
  readonly profile: StaffProfile;
  readonly context: SignInContext;
}

/** What comes before and after the second factor, whichever it is. */
@Injectable()
export class StaffSignIn {
  constructor(
    private readonly signIn: SignIn,
    private readonly profiles: StaffProfiles,
    private readonly unitOfWork: UnitOfWork,
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
}
