import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { CloseAccount } from './application/close-account.js';
import { signInFailures } from '../sign-in/index.js';
import { AccountCloseInput } from './accounts.inputs.js';
import { presentClosing } from './accounts.presenters.js';

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
      'Closes the account of the signed-in user and signs all devices out. After 30 days, in which signing in undoes it, what the law does not keep is erased.',
  })
  async close({ pswd }: AccountCloseInput, caller: Caller) {
    return this.closeAccount.execute(caller, pswd);
  }
}
