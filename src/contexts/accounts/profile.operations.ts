import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { Accounts, signInFailures } from '../sign-in/index.js';
import { ShowProfile } from './application/show-profile.js';
import { ProfileUpdateInput } from './accounts.inputs.js';
import { presentProfile } from './accounts.presenters.js';

@Injectable()
export class ProfileOperations {
  constructor(
    private readonly showProfile: ShowProfile,
    private readonly accounts: Accounts,
  ) {}

  @Operation('user_profile_get_info', {
    method: 'GET',
    access: 'signed',
    failures: [on(signInFailures.user_not_found, { code: 401, msg: 'User not found' })],
    fault: { code: 401, msg: 'Server error' },
    present: presentProfile,
    summary: 'The profile of the signed-in user.',
  })
  async profile(_: NoInput, { userId }: Caller) {
    return this.showProfile.execute(userId);
  }

  @Operation('user_profile_update', {
    method: 'POST',
    access: 'signed',
    missing: 401,
    failures: [on(signInFailures.nothing_to_update, { code: 401, msg: 'update_failed' })],
    fault: { code: 401, msg: 'process_error' },
    present: comment('Your profile was updated'),
    summary:
      'Changes first name, last name or phone number; only the given ones. Another phone number is not verified (user_phone_verify_send).',
  })
  async update(input: ProfileUpdateInput, { userId }: Caller) {
    const { changes } = input;
    if (Object.values(changes).every((change) => change === undefined)) throw new Failure(signInFailures.nothing_to_update);
    await this.accounts.modify(userId, changes);
  }
}
