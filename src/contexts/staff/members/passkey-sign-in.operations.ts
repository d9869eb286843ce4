import { Injectable } from '@nestjs/common';
import type { Visitor } from '../../../kernel/caller.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { signInFailures } from '../../sign-in/index.js';
import { AskForPasskey } from './application/ask-for-passkey.js';
import { LogInWithPasskey } from './application/log-in-with-passkey.js';
import { staffFailures } from './domain/staff.failures.js';
import { PasskeyLoginInput, PasskeyLoginOptionsInput } from './passkeys.inputs.js';
import { presentRequestOptions } from './passkeys.presenters.js';
import { presentStaffCredentials } from './staff.presenters.js';

const OF_PASSWORDS = [
  on(staffFailures.incorrect_credentials),
  on(signInFailures.incorrect_credentials),
  on(signInFailures.login_delayed),
  on(signInFailures.busy),
];

/** The second factor of staff by a passkey. Nothing is said of passkeys before the password is right. */
@Injectable()
export class PasskeySignInOperations {
  constructor(
    private readonly askForPasskey: AskForPasskey,
    private readonly logIn: LogInWithPasskey,
  ) {}

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
    return this.askForPasskey.execute(input.emal, input.pswd, input.context(ip));
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
    return this.logIn.execute(input.emal, input.pswd, input.assertion, input.context(ip));
  }
}
