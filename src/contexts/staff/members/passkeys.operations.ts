import { Base64Url, Choices, Code, Email, Optional, Password, Text, NoInput } from '../../../platform/http/input.decorators.js';
import { type SignInContext, signInFailures } from '../../sign-in/index.js';
import { type Assertion, type Attestation, type Transport, TRANSPORTS } from '../../../kernel/passkeys.js';
import { presentCreationOptions, presentRequestOptions } from '../../../platform/webauthn/webauthn-json.js';
import { type Passkey, Passkeys, PasskeyStore } from './passkeys.js';
import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../../kernel/caller.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment } from '../../../platform/http/presenting.js';
import { staffFailures } from './grants.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { presentStaffCredentials } from './sign-in.operations.js';

const CODE = { max: 16 };

export class PasskeyOptionsInput {
  @Code(CODE) pinc: string;
}

export class PasskeyCreateInput {
  @Text({ max: 64 }) name: string;
  @Base64Url(700) credential: string;
  @Base64Url(4_000) client_data: string;
  @Base64Url(8_000) attestation: string;
  /** WebAuthn has those ignored that are not known. */
  @Optional() @Choices(TRANSPORTS, { ignoresOthers: true }) transports?: Transport[];

  get given(): Attestation {
    return {
      credentialId: this.credential,
      clientData: this.client_data,
      attestation: this.attestation,
      transports: this.transports ?? [],
    };
  }
}

export class PasskeyRemoveInput {
  @Text() reqv: string;
  @Code(CODE) pinc: string;
}

export class PasskeyLoginOptionsInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;

  context(ip: string): SignInContext {
    return contextOf(this, ip);
  }
}

export class PasskeyLoginInput {
  @Email() emal: string;
  @Password() pswd: string;
  @Base64Url(700) credential: string;
  @Base64Url(4_000) client_data: string;
  @Base64Url(4_000) authenticator_data: string;
  @Base64Url(4_000) signature: string;
  @Text() dvty: string;
  @Text() dsnm: string;
  @Optional() @Text() dvnm?: string;

  get assertion(): Assertion {
    return {
      credentialId: this.credential,
      clientData: this.client_data,
      authenticatorData: this.authenticator_data,
      signature: this.signature,
    };
  }

  context(ip: string): SignInContext {
    return contextOf(this, ip);
  }
}

interface DeviceFields {
  readonly dvty: string;
  readonly dsnm: string;
  readonly dvnm?: string;
}

function contextOf({ dvty, dsnm, dvnm = '' }: DeviceFields, ip: string): SignInContext {
  return { ip, device: { type: dvty, serial: dsnm, name: dvnm }, push: undefined };
}

export function presentPasskeys(passkeys: readonly Passkey[]) {
  return {
    result: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      marker: id,
      name,
      recorded: String(createdAt),
      used: usedAt === undefined ? '' : String(usedAt),
    })),
  };
}

export function presentCreated(MKID: string) {
  return { COMMENT: 'The passkey was added', MKID };
}

const NOT_FOUND = on(staffFailures.not_found, { code: 404 });
const TOO_MANY = on(staffFailures.too_many_passkeys, { id: 'passkeys_exhausted' });
const OF_CODES = [on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }), on(signInFailures.login_delayed)];

/** Passkeys of the caller: each is a second factor in place of a code, at the sign-in alone. */
@Injectable()
export class PasskeysOperations {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly passkeyService: Passkeys,
  ) {}

  @Operation('control_passkey_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    ofStaff: true,
    present: presentPasskeys,
    summary: 'The caller’s own passkeys, newest first, at most ten.',
  })
  fetch(_: NoInput, { userId }: Caller) {
    return this.passkeys.list(userId);
  }

  @Operation('control_passkey_options', {
    method: 'POST',
    access: 'admin',
    permission: null,
    ofStaff: true,
    missing: 400,
    failures: [NOT_FOUND, TOO_MANY, ...OF_CODES],
    present: presentCreationOptions,
    summary:
      'What a browser makes a passkey by (PublicKeyCredentialCreationOptionsJSON), after a code of the caller’s own. Its challenge is good for five minutes, and once.',
  })
  options({ pinc }: PasskeyOptionsInput, caller: Caller) {
    return this.passkeyService.offer(pinc, caller);
  }

  @Operation('control_passkey_create', {
    method: 'POST',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: [
      NOT_FOUND,
      TOO_MANY,
      on(staffFailures.invalid_passkey, { code: 400, id: 'passkey_invalid' }),
      on(staffFailures.passkey_exists, { id: 'passkey_exists' }),
    ],
    present: presentCreated,
    summary:
      'Adds a passkey under a name, with what the browser made by control_passkey_options. The caller is told by mail and notice.',
  })
  create(input: PasskeyCreateInput, caller: Caller) {
    return this.passkeyService.add(input.name, input.given, caller);
  }

  @Operation('control_passkey_remove', {
    method: 'POST',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: [NOT_FOUND, ...OF_CODES],
    present: comment('The passkey was removed'),
    summary: 'Removes a passkey of the caller, after a code of their own. The caller is told by mail and notice.',
  })
  async remove({ reqv, pinc }: PasskeyRemoveInput, caller: Caller) {
    await this.passkeyService.remove(reqv, pinc, caller);
  }
}

const OF_PASSWORDS = [
  on(staffFailures.incorrect_credentials),
  on(signInFailures.incorrect_credentials),
  on(signInFailures.login_delayed),
  on(signInFailures.busy),
];

/** The second factor of staff by a passkey. The service says nothing about passkeys before the password is right. */
@Injectable()
export class PasskeySignInOperations {
  constructor(private readonly passkeySignIn: PasskeySignIn) {}

  @Operation('control_passkey_login_options', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    knowsDevices: true,
    missing: 400,
    failures: [on(staffFailures.no_passkey, { code: 400, id: 'passkey_missing' }), ...OF_PASSWORDS],
    present: presentRequestOptions,
    summary:
      'What a browser asks for a passkey by (PublicKeyCredentialRequestOptionsJSON), for the address and password of a staff member. Its challenge is good for five minutes, and once.',
  })
  options(input: PasskeyLoginOptionsInput, { ip }: Visitor) {
    return this.passkeySignIn.ask(input.emal, input.pswd, input.context(ip));
  }

  @Operation('control_passkey_login', {
    method: 'POST',
    access: 'none',
    limit: 'login',
    knowsDevices: true,
    missing: 400,
    failures: [
      on(staffFailures.invalid_passkey, { code: 400, id: 'passkey_invalid' }),
      on(signInFailures.suspended, { msg: 'Access Denied' }),
      ...OF_PASSWORDS,
    ],
    present: presentStaffCredentials,
    summary:
      'Signs a staff member in with address, password and a passkey in place of a code: what the browser answered to the options that were asked for before.',
  })
  login(input: PasskeyLoginInput, { ip }: Visitor) {
    return this.passkeySignIn.logIn(input.emal, input.pswd, input.assertion, input.context(ip));
  }
}
