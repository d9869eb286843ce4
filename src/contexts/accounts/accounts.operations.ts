import { Flag, Optional, Password, PersonName, PhoneNumber, Code, NoInput } from '../../platform/http/input.decorators.js';
import { type AccountChanges, type OwnerSecrets, signInFailures } from '../sign-in/index.js';
import { ShowProfile, UpdateProfile } from './profile.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { CloseAccount } from './closing.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { commentWithId } from '../../platform/http/presenting.js';
import { RequestExport, personalDataFailures } from './personal-data.js';
import { presentClosing, presentProfile, presentUpdated } from './accounts.presenters.js';

export class ProfileUpdateInput {
  @Optional() @PersonName() fNme?: string;
  @Optional() @PersonName() lNme?: string;
  @Optional() @PhoneNumber() phoneNumber?: string;

  get changes(): AccountChanges {
    return { firstName: this.fNme, lastName: this.lNme, phoneNumber: this.phoneNumber };
  }
}

export class AccountCloseInput {
  @Password() pswd: string;
  /** Less than can be sent or spent is given up. */
  @Optional() @Flag() giveup?: boolean;
}

export class DataExportInput {
  @Optional() @Password() pswd?: string;
  @Optional() @Code() code?: string;

  get secrets(): OwnerSecrets {
    return { password: this.pswd, code: this.code };
  }
}

@Injectable()
export class ClosingOperations {
  constructor(private readonly closeAccount: CloseAccount) {}

  @Operation('user_account_close', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    testAccounts: { code: 403, msg: 'test_account' },
    failures: [
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
      on(signInFailures.balance_left, { code: 400, id: 'balance_left' }),
      on(signInFailures.purchase_open, { code: 400, id: 'purchase_open' }),
      on(signInFailures.payout_open, { code: 400, id: 'payout_open' }),
      on(signInFailures.deposit_open, { code: 400, id: 'deposit_open' }),
      on(signInFailures.debt_owed, { code: 400, id: 'debt_owed' }),
      on(signInFailures.staff_member, { code: 403, id: 'staff_member' }),
    ],
    present: presentClosing,
    summary:
      'Closes the account of the signed-in user and signs all devices out. With `giveup` the owner leaves what is less than 50 Naira to the service. After 30 days, in which signing in undoes it, what the law does not keep is erased.',
  })
  async close({ pswd, giveup = false }: AccountCloseInput, caller: Caller) {
    return this.closeAccount.execute(caller, pswd, giveup);
  }
}

@Injectable()
export class PersonalDataOperations {
  constructor(private readonly requestExport: RequestExport) {}

  @Operation('user_data_export', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      on(signInFailures.password_required, { code: 400, id: 'pswd_required' }),
      on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
      on(signInFailures.code_required, { code: 400, id: 'code_required' }),
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(signInFailures.login_delayed),
      on(signInFailures.busy),
      on(personalDataFailures.export_running, { code: 409, id: 'export_running' }),
      on(personalDataFailures.exports_exhausted, { id: 'exports_exhausted' }),
    ],
    present: commentWithId('Your data are being collected, we will tell you when the file is ready'),
    summary:
      'Makes a ZIP file of all data of the signed-in user, told by mail and notice. Needs the password; an account without one a code of the purpose export. MKID is the marker of the file: core_file_fetch shows it for 7 days, core_file_download gives an address that serves it once, and it is deleted when it was downloaded; at most 3 a day.',
  })
  request({ secrets }: DataExportInput, caller: Caller) {
    return this.requestExport.execute(caller, secrets);
  }
}

@Injectable()
export class ProfileOperations {
  constructor(
    private readonly showProfile: ShowProfile,
    private readonly updateProfile: UpdateProfile,
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
    present: presentUpdated,
    summary:
      'Changes first name, last name or phone number; only the given ones. A new name of a user whose identity is verified waits for staff. Another phone number is not verified (user_phone_verify_send).',
  })
  update(input: ProfileUpdateInput, { userId }: Caller) {
    return this.updateProfile.execute(userId, input.changes);
  }
}
