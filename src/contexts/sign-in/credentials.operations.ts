import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { presentPinUpdate, presentReset } from './sign-in.presenters.js';
import { Passwords } from './passwords.js';
import { ResetPassword, UpdateEmail } from './reset-password.js';
import { SendVerificationCode, MailedCodes } from './codes.js';
import { UpdatePin } from './pins.js';
import { signInFailures } from './failures.js';
import {
  CodeInput,
  CodeRequestInput,
  EmailCodeInput,
  EmailUpdateInput,
  PasswordChangeInput,
  PasswordResetInput,
  PinUpdateInput,
} from './sign-in.inputs.js';

@Injectable()
export class CredentialsOperations {
  constructor(
    private readonly passwords: Passwords,
    private readonly resetPassword: ResetPassword,
    private readonly sendVerificationCode: SendVerificationCode,
    private readonly mailedCodes: MailedCodes,
    private readonly updateEmail: UpdateEmail,
    private readonly updatePin: UpdatePin,
  ) {}

  @Operation('user_password_change', {
    method: 'POST',
    access: 'signed',
    missing: 401,
    testAccounts: { code: 401, msg: 'test_account' },
    failures: [
      on(signInFailures.wrong_password, { code: 401, msg: 'Unauthorized' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
      on(signInFailures.weak_password, { code: 401, id: 'npwd_invalid' }),
      on(signInFailures.common_password, { code: 401, id: 'npwd_invalid' }),
      on(signInFailures.reused_password, { code: 401, msg: 'password_error' }),
    ],
    fault: { code: 401, msg: 'process_error' },
    present: comment('Your password was changed'),
    summary: 'Changes the password and ends all other sessions.',
  })
  async change(input: PasswordChangeInput, caller: Caller) {
    await this.passwords.change(caller, input.current, input.next);
  }

  @Operation('user_passcode_update', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      on(signInFailures.weak_pin, { code: 400, id: 'pinc_invalid' }),
      on(signInFailures.wrong_pin, { code: 400, id: 'pinc_invalid' }),
      on(signInFailures.pin_locked, { code: 429, id: 'pinc_locked' }),
      on(signInFailures.pin_blocked, { code: 403, id: 'pinc_blocked' }),
      on(signInFailures.pin_untrusted, { code: 403, id: 'pinc_untrusted' }),
      on(signInFailures.cooling_off, { code: 400, id: 'cooling_off' }),
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
    ],
    present: presentPinUpdate,
    summary:
      'Sets the PIN that payments then need; an empty one takes it away. Where there is a PIN, `opin` or a mailed `code` is needed: without both the PIN ends, no other one takes its place, and for a day nothing is paid without it. While an account waits so, or after a password reset, only the PIN of before is taken, and payments are possible again.',
  })
  async updatePasscode({ update }: PinUpdateInput, caller: Caller) {
    return this.updatePin.execute(caller, update);
  }

  @Operation('user_password_reset', {
    method: 'POST',
    access: 'none',
    missing: 400,
    failures: [
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.unlinked_email, { code: 404 }),
      on(signInFailures.test_account, { code: 403 }),
      on(signInFailures.weak_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.common_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.reused_password, { code: 400 }),
      on(signInFailures.busy),
    ],
    present: presentReset,
    summary:
      'Sets a new password by a code from the mailbox and ends all sessions. For a day nothing is spent then without the transaction PIN of before.',
  })
  async reset({ email, password, code }: PasswordResetInput, { ip }: Visitor) {
    return this.resetPassword.execute(email, password, code, ip);
  }

  @Operation('user_email_verify_send', {
    method: 'GET',
    access: 'none',
    effect: 'write',
    limit: 'codes',
    missing: 401,
    failures: [on(signInFailures.codes_exhausted)],
    fault: { code: 401, msg: 'process_failed' },
    present: comment('A verification code was sent to this e-mail address'),
    summary:
      'Mails a verification code, good for one hour, to the address. For one purpose where it is given; otherwise the code resets the password, moves an account to the address, and confirms the address of an unverified account.',
  })
  async sendCode({ email, purpose }: CodeRequestInput, { ip }: Visitor) {
    await this.sendVerificationCode.execute(email, purpose, ip);
  }

  @Operation('user_email_verify', {
    method: 'GET',
    access: 'none',
    effect: 'write',
    missing: 401,
    failures: [on(signInFailures.incorrect_code, { code: 401, id: 'code_invalid' }), on(budgetFailures.delayed)],
    fault: { code: 401, msg: 'process_failed' },
    present: comment('The verification code is correct'),
    summary: 'Tells whether the verification code is right; it stays good.',
  })
  async verify({ email, code }: EmailCodeInput, { ip }: Visitor) {
    await this.mailedCodes.verifyEmail(email, code, ip);
  }

  @Operation('user_email_update', {
    method: 'GET',
    access: 'signed',
    effect: 'write',
    missing: null,
    failures: [
      on(signInFailures.incorrect_code, { code: null, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.linked_email, { code: null }),
      on(signInFailures.password_required, { code: 400, id: 'pswd_required' }),
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
    ],
    fault: { code: null },
    present: comment('Your e-mail address was updated'),
    summary:
      'Gives the account another e-mail address, verified by a code that was mailed there. With the password, which is needed where addresses must be verified.',
  })
  async update({ update }: EmailUpdateInput, caller: Caller) {
    await this.updateEmail.execute(caller, update);
  }

  @Operation('user_email_confirm', {
    method: 'GET',
    access: 'signed',
    effect: 'write',
    missing: 401,
    failures: [on(signInFailures.incorrect_code, { code: 401, id: 'code_invalid' }), on(budgetFailures.delayed)],
    present: comment('Your e-mail address is confirmed'),
    summary: "Confirms the signed-in user's own e-mail address by a verification code.",
  })
  async confirm({ code }: CodeInput, caller: Caller) {
    await this.mailedCodes.confirmOwn(caller, code);
  }
}
