import { Injectable } from '@nestjs/common';
import { budgetFailures } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { VerifyPhone } from './phones.js';
import { signInFailures } from './failures.js';
import { CodeInput, PhoneCodeRequestInput } from './sign-in.inputs.js';

const UNPROVED = [
  on(signInFailures.phone_missing, { code: 400, id: 'phone_missing' }),
  on(signInFailures.phone_proved, { code: 409, id: 'phone_verified' }),
];

@Injectable()
export class PhoneOperations {
  constructor(private readonly verifyPhone: VerifyPhone) {}

  @Operation('user_phone_verify_send', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      ...UNPROVED,
      on(signInFailures.phone_codes_exhausted),
      on(signInFailures.phone_unreachable, { code: 400, id: 'phone_unreachable' }),
      on(signInFailures.no_push_device, { code: 400, id: 'no_push_device' }),
      on(signInFailures.sms_unavailable),
      on(signInFailures.sms_unconfigured, { code: 400, id: 'sms_unconfigured' }),
    ],
    present: comment('A verification code was sent'),
    summary:
      'Sends a code, good for 10 minutes, that verifies the phone number of the profile: as a text message to it, or as a push message to the own devices, which frees no limit because it proves a device. A new code voids the one before; at most 5 an hour.',
  })
  async send({ channel = 'sms' }: PhoneCodeRequestInput, { userId }: Caller) {
    await this.verifyPhone.send(userId, channel);
  }

  @Operation('user_phone_verify_confirm', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      ...UNPROVED,
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.phone_taken, { code: 409, id: 'phone_taken' }),
    ],
    present: comment('Your phone number is verified'),
    summary:
      'Proves the phone number of the profile by the code that was sent to it; five tries. A number is proved for one account at a time: `phone_taken` where another has it, until support frees it or its owner changes theirs. Another number is unproved again.',
  })
  async confirm({ code }: CodeInput, { userId }: Caller) {
    await this.verifyPhone.confirm(userId, code);
  }
}
