import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { NoInput } from '../../../platform/http/input.decorators.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment } from '../../../platform/http/presenting.js';
import { signInFailures } from '../../sign-in/index.js';
import { AddPasskey } from './application/add-passkey.js';
import { OfferPasskey } from './application/offer-passkey.js';
import { Passkeys } from './application/passkey-ports.js';
import { RemovePasskey } from './application/remove-passkey.js';
import { staffFailures } from './domain/staff.failures.js';
import { PasskeyCreateInput, PasskeyOptionsInput, PasskeyRemoveInput } from './passkeys.inputs.js';
import { presentCreated, presentCreationOptions, presentPasskeys } from './passkeys.presenters.js';

const NOT_FOUND = on(staffFailures.not_found, { code: 404 });
const TOO_MANY = on(staffFailures.too_many_passkeys, { id: 'passkeys_exhausted' });
const OF_CODES = [on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }), on(signInFailures.login_delayed)];

/** Passkeys of the caller: each is a second factor in place of a code, at the sign-in alone. */
@Injectable()
export class PasskeysOperations {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly offerPasskey: OfferPasskey,
    private readonly addPasskey: AddPasskey,
    private readonly removePasskey: RemovePasskey,
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
    return this.offerPasskey.execute(pinc, caller);
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
    return this.addPasskey.execute(input.name, input.given, caller);
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
    await this.removePasskey.execute(reqv, pinc, caller);
  }
}
