import { Injectable } from '@nestjs/common';
import type { Visitor } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { signInFailures } from '../../sign-in/index.js';
import { SecondFactorSetUp } from './adapters/qrcode/second-factor-set-up.js';
import { LogInStaff } from './application/log-in-staff.js';
import { StaffProfiles } from './application/ports.js';
import { RegisterStaff } from './application/register-staff.js';
import { staffFailures } from './domain/staff.failures.js';
import { RegisterInfoInput, StaffLoginInput, StaffRegisterInput } from './staff.inputs.js';
import { presentRegistration, presentStaffCredentials } from './staff.presenters.js';

@Injectable()
export class StaffSignInOperations {
  constructor(
    private readonly logIn: LogInStaff,
    private readonly registerStaff: RegisterStaff,
    private readonly profiles: StaffProfiles,
    private readonly setUp: SecondFactorSetUp,
    private readonly clock: Clock,
  ) {}

  @Operation('control_staff_profile_login', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    knowsDevices: true,
    missing: null,
    failures: [
      on(staffFailures.incorrect_credentials, { code: null }),
      on(staffFailures.invalid_code, { code: null, id: 'pinc_invalid' }),
      on(signInFailures.incorrect_credentials, { code: null }),
      on(signInFailures.suspended, { code: null, msg: 'Access Denied' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
    ],
    fault: { code: null },
    present: presentStaffCredentials,
    summary: 'Signs a staff member in with address, password and a code of their authenticator app.',
  })
  async login(input: StaffLoginInput, { ip }: Visitor) {
    return this.logIn.execute(input.emal, input.pswd, input.pinc, input.context(ip));
  }

  @Operation('control_staff_profile_register', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    missing: 400,
    failures: [
      on(staffFailures.no_invitation, { code: 400 }),
      on(staffFailures.incorrect_credentials, { code: 400 }),
      on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }),
      on(signInFailures.incorrect_credentials, { code: 400 }),
      on(signInFailures.login_delayed),
      on(signInFailures.weak_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.common_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.suspended, { code: 400, msg: 'Access Denied' }),
      on(signInFailures.email_taken, { code: 400 }),
    ],
    fault: { code: 400 },
    present: presentStaffCredentials,
    summary: 'Makes staff of who was invited, with the password of their account or a new account, and signs them in.',
  })
  async register(input: StaffRegisterInput, { ip }: Visitor) {
    return this.registerStaff.execute(input.registration, input.context(ip));
  }

  @Operation('control_staff_register_info', {
    method: 'POST',
    access: 'none',
    limit: 'lookup',
    source: 'query',
    missing: 400,
    failures: [on(staffFailures.not_found, { code: 400 })],
    present: presentRegistration,
    summary: 'Whose invitation a registration id is, and the second factor to set up; until the registration and never again.',
  })
  async registerInfo({ rqvl }: RegisterInfoInput) {
    const profile = await this.profiles.findInvited(rqvl, this.clock.now());
    if (!profile) throw new Failure(staffFailures.not_found);
    return { profile, secondFactor: await this.setUp.show(profile) };
  }
}
