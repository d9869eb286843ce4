import { Injectable } from '@nestjs/common';
import type { SignInContext } from '../../../sign-in/index.js';
import { SecondFactorCheck } from './second-factor-check.js';
import { type StaffCredentials, StaffSignIn } from './staff-sign-in.js';

/** Logs staff in by the account's password and a one-time code. */
@Injectable()
export class LogInStaff {
  constructor(
    private readonly staffSignIn: StaffSignIn,
    private readonly secondFactor: SecondFactorCheck,
  ) {}

  /** @throws Failure of StaffSignIn, and `staff.invalid_code` */
  async execute(email: string, password: string, code: string, context: SignInContext): Promise<StaffCredentials> {
    const proved = await this.staffSignIn.authenticate(email, password, context);
    await this.staffSignIn.prove(proved, () => this.secondFactor.execute(proved.profile.id, code));
    return this.staffSignIn.begin(proved);
  }
}
