import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { type Credentials, type SignInContext, SignIn } from '../../../sign-in/index.js';
import { effectiveGrants } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import type { StaffStatus } from '../domain/staff-profile.js';
import { StaffProfiles } from './ports.js';
import { SecondFactorCheck } from './second-factor-check.js';

export interface StaffCredentials extends Credentials {
  readonly status: StaffStatus;
}

/** Logs staff in by the account's password and a one-time code. */
@Injectable()
export class LogInStaff {
  constructor(
    private readonly signIn: SignIn,
    private readonly profiles: StaffProfiles,
    private readonly secondFactor: SecondFactorCheck,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Answers as for a wrong password when the account is not active staff.
   * @throws Failure `staff.incorrect_credentials`, `staff.invalid_code`; `sign_in.incorrect_credentials`,
   * `sign_in.login_delayed`,
   * `sign_in.suspended`, `sign_in.busy`
   */
  async execute(email: string, password: string, code: string, context: SignInContext): Promise<StaffCredentials> {
    const account = await this.signIn.authenticate(email, password, context);
    const profile = await this.profiles.find(account.id);
    if (profile?.status !== 'active') throw new Failure(staffFailures.incorrect_credentials);
    await this.secondFactor.execute(profile.id, code).catch((error: unknown) => {
      this.signIn.recordFailure(account, context);
      throw error;
    });
    return this.unitOfWork.run(async () => {
      // Under the lock: no session may begin beside a concurrent disabling.
      const present = (await this.profiles.lock(profile.id)).get(profile.id);
      if (present?.status !== 'active') throw new Failure(staffFailures.incorrect_credentials);
      const credentials = await this.signIn.begin(account, context, { grants: effectiveGrants(present.grants) });
      return { ...credentials, status: present.status };
    });
  }
}
