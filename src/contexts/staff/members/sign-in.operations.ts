import { Code, Email, Optional, Password, Text } from '../../../platform/http/input.decorators.js';
import { type Device, type SignInContext, signInFailures } from '../../sign-in/index.js';
import { type StaffRegistration, type StaffCredentials, StaffSignIn, RegisterStaff } from './sign-in.js';
import { toSeconds, Clock } from '../../../kernel/clock.js';
import { type ShownSecondFactor, SecondFactorSetUp } from './adapters/second-factor-set-up.js';
import { type StaffProfile, type StaffStatus, StaffProfiles } from './profiles.js';
import { Injectable } from '@nestjs/common';
import type { Visitor } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { staffFailures } from './grants.js';

export const CODE = { max: 16 };

const UNKNOWN_DEVICE = { type: 'Web', serial: 'staff' };

export class StaffLoginInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Code(CODE) pinc: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;

  context(ip: string): SignInContext {
    return { ip, device: { type: this.dvty, serial: this.dsnm, name: this.dvnm ?? '' }, push: undefined };
  }
}

export class StaffRegisterInput {
  @Text() rgid: string;
  @Email() emal: string;
  @Password() pswd: string;
  @Code(CODE) pinc: string;
  @Optional() @Text() dvnm?: string;
  @Optional() @Text() dvty?: string;
  @Optional() @Text() dsnm?: string;

  get registration(): StaffRegistration {
    return { registrationId: this.rgid, email: this.emal, password: this.pswd, code: this.pinc };
  }

  context(ip: string): SignInContext {
    const device: Device = {
      type: this.dvty ?? UNKNOWN_DEVICE.type,
      serial: this.dsnm ?? UNKNOWN_DEVICE.serial,
      name: this.dvnm ?? '',
    };
    return { ip, device, push: undefined };
  }
}

export class RegisterInfoInput {
  @Text() rqvl: string;
}

export const STATUS: Readonly<Record<StaffStatus, string>> = {
  invited: 'awaiting registration',
  active: 'active',
  inactive: 'inactive',
};

export function presentStaffCredentials({ sessionId, userId, secret, publicKey, expires, status }: StaffCredentials) {
  return {
    marker: sessionId,
    userid: userId,
    secret,
    pbcKey: publicKey,
    expires: String(toSeconds(expires)),
    status: STATUS[status],
  };
}

interface OpenRegistration {
  readonly profile: StaffProfile;
  readonly secondFactor: ShownSecondFactor;
}

export function presentRegistration({ profile, secondFactor }: OpenRegistration) {
  const { id, userId, trackingId, status, createdAt } = profile;
  const { secret, email, link, qrCodeUrl } = secondFactor;
  return {
    marker: id,
    userid: userId ?? '',
    rquxid: trackingId,
    status: STATUS[status],
    recorded: String(createdAt),
    twofaSecret: secret,
    twofaAccount: email,
    twofaUri: link,
    twofaLink: qrCodeUrl,
  };
}

@Injectable()
export class StaffSignInOperations {
  constructor(
    private readonly staffSignIn: StaffSignIn,
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
    return this.staffSignIn.logIn(input.emal, input.pswd, input.pinc, input.context(ip));
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
