import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { type Credentials, type SignInContext, SignIn } from '../../identity/index.js';
import { effectiveGrants } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import type { StaffStatus } from '../domain/staff-profile.js';
import { StaffProfiles } from './ports/staff-profiles.js';
import { SecondFactorCheck } from './second-factor-check.js';

export interface StaffCredentials extends Credentials {
  readonly status: StaffStatus;
}

/** Signs staff in: the password of their account, and a code from their authenticator app. */
@Injectable()
export class LogInStaff {
  constructor(
    private readonly signIn: SignIn,
    private readonly profiles: StaffProfiles,
    private readonly secondFactor: SecondFactorCheck,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Who is no staff, or no more, is answered as if the password were wrong.
   * @throws Failure `staff.incorrect_credentials`, `staff.invalid_code`; `identity.incorrect_credentials`, `identity.login_delayed`,
   *   `identity.suspended`, `identity.busy`
   */
  async execute(email: string, password: string, code: string, entrance: SignInContext): Promise<StaffCredentials> {
    const account = await this.signIn.authenticate(email, password, entrance);
    const profile = await this.profiles.find(account.id);
    if (profile?.status !== 'active') throw new Failure(staffFailures.incorrect_credentials);
    await this.secondFactor.execute(profile.id, code).catch((error: unknown) => {
      this.signIn.recordFailure(account, entrance);
      throw error;
    });
    return this.unitOfWork.run(async () => {
      // Under the lock: a profile that is disabled at this moment must not get a session beside it.
      const present = (await this.profiles.lock(profile.id)).get(profile.id);
      if (present?.status !== 'active') throw new Failure(staffFailures.incorrect_credentials);
      const credentials = await this.signIn.begin(account, entrance, { grants: effectiveGrants(present.grants) });
      return { ...credentials, status: present.status };
    });
  }
}
